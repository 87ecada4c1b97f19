import { DAY, HOUR } from '#kernel/time.ts'
import { isBlank } from '#kernel/visible.ts'
import { may, type CallerKind } from '#studio/accounts/rules.ts'

/** Possible audiences: people of a class or course, holders of a category, or results of a search for people. */
export const audienceKinds = ['class', 'course', 'category', 'people'] as const
export type AudienceKind = (typeof audienceKinds)[number]

export interface Audience {
  readonly kind: AudienceKind
  /** For 'people' the search text; empty for everybody. */
  readonly id: string
}

/** Whether a caller may write to all of an audience: admins to everybody, teachers to people of what they teach. */
export const mayWrite = (
  { kind, accountId }: { readonly kind: CallerKind; readonly accountId: string | null },
  { teacherIds }: { readonly teacherIds: readonly string[] },
): boolean =>
  may(kind, 'manageMailings') || (may(kind, 'seeDesk') && accountId !== null && teacherIds.includes(accountId))

/** Whether readers can opt out: not of messages about a booking, but of those to a list of people. */
export const isOptional = ({ kind }: Pick<Audience, 'kind'>): boolean => kind === 'people'

/** Delivery status of an account's e-mail. */
export const deliveryStates = ['waiting', 'sent', 'failed', 'notMailed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const MOST_SUBJECT = 120
export const MOST_TEXT = 2000

/** Which fields of a message are wrong. */
export function checkMessage({ subject, text }: { readonly subject: string; readonly text: string }) {
  const errors: { subject?: 'fieldMissing' | 'subjectTooLong'; text?: 'fieldMissing' | 'textTooLong' } = {}
  if (isBlank(subject)) errors.subject = 'fieldMissing'
  else if ([...subject.trim()].length > MOST_SUBJECT) errors.subject = 'subjectTooLong'
  if (isBlank(text)) errors.text = 'fieldMissing'
  else if ([...text.trim()].length > MOST_TEXT) errors.text = 'textTooLong'
  return errors
}

/** Maximum lines per paragraph of an e-mail. */
const MOST_LINES = 50

/** Paragraphs of an e-mail: an empty line ends a paragraph. */
export function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of text.trim().split(/\r\n|\r|\n/)) {
    const last = paragraphs.at(-1) ?? []
    if (line.trim() === '') paragraphs.push([])
    else if (last.length === MOST_LINES) paragraphs.push([line])
    else last.push(line)
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
}

/** How long messages are kept (ms); their readers are kept for less, since addresses are personal data. */
export const KEEP_MAILINGS = 400 * DAY
export const KEEP_READERS = 30 * DAY
/** How long a message to a category is on the dashboard (ms); others until the class or course has ended. */
export const SHOW_TO_CATEGORY = 30 * DAY

/** Time until the next check of the deliveries (ms): short at first, then longer. */
export const lookAgainAfter = (age: number): number => Math.min(HOUR, Math.max(5_000, age / 10))

/** Readers per transaction, so that other commands don't wait long. */
export const AT_A_TIME = 100

/** Limits per account. */
export const MOST_MESSAGES = { hour: { max: 20, per: HOUR }, day: { max: 60, per: DAY } } as const
