import { DAY, HOUR } from '#kernel/time.ts'
import { isBlank } from '#kernel/visible.ts'

/** To whom one may write at once: who comes to a class or a course, who has a category, or who is found in the list of people. */
export const audienceKinds = ['class', 'course', 'category', 'people'] as const
export type AudienceKind = (typeof audienceKinds)[number]

export interface Audience {
  readonly kind: AudienceKind
  /** Of the list of people, what is searched for; empty for everybody. */
  readonly id: string
}

/** What one writes about a booking comes with it; what goes to a list of people is one's own choice. */
export const isOptional = ({ kind }: Pick<Audience, 'kind'>): boolean => kind === 'people'

/** What became of a letter, for each account. */
export const deliveryStates = ['waiting', 'sent', 'failed', 'notMailed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const MOST_SUBJECT = 120
export const MOST_TEXT = 2000

/** What is wrong with a message. */
export function checkMessage({ subject, text }: { readonly subject: string; readonly text: string }) {
  const errors: { subject?: 'fieldMissing' | 'subjectTooLong'; text?: 'fieldMissing' | 'textTooLong' } = {}
  if (isBlank(subject)) errors.subject = 'fieldMissing'
  else if ([...subject.trim()].length > MOST_SUBJECT) errors.subject = 'subjectTooLong'
  if (isBlank(text)) errors.text = 'fieldMissing'
  else if ([...text.trim()].length > MOST_TEXT) errors.text = 'textTooLong'
  return errors
}

/** Letters have no more lines in a paragraph. */
const MOST_LINES = 50

/** As letters have them: an empty line ends a paragraph. */
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

/** What was written is kept for so long; whom it reached, not as long, for addresses are personal. */
export const KEEP_MAILINGS = 400 * DAY
export const KEEP_READERS = 30 * DAY
/** So long a message to a category stands on the dashboard; others until the class or course is over. */
export const SHOW_TO_CATEGORY = 30 * DAY

/** How long until it is looked anew what became of the letters: soon at first, later less often. */
export const lookAgainAfter = (age: number): number => Math.min(HOUR, Math.max(5_000, age / 10))

/** How many are told at a time, so that whoever calls meanwhile waits for no more than these. */
export const AT_A_TIME = 100

/** Of one account. */
export const MOST_MESSAGES = { hour: { max: 20, per: HOUR }, day: { max: 60, per: DAY } } as const
