import type { InBoth, Language } from '#kernel/messages.ts'

/** The channels of the log; a reader calls them services. */
export const channels = ['courses', 'registrations', 'payments', 'auth', 'membership'] as const
export type Channel = (typeof channels)[number]

export const levels = ['info', 'warning', 'error'] as const
export type Level = (typeof levels)[number]

export interface LogLine {
  readonly channel: Channel
  readonly level: Level
  readonly message: InBoth
  readonly userId: string | null
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** The facts of a line that are people: the id of a person, or of an account. */
export const peopleFacts: ReadonlySet<string> = new Set(['user', 'boxOf', 'teacher'])

/** How many lines of a section the log screen shows at once. */
export const LOG_LINES_ON_A_PAGE = 20

/** How many lines a search scans per request, newest first, so that a rare word does not cause a long wait. */
export const LOG_LINES_LOOKED_THROUGH = 5_000

/** A stored line in the reader's language; older lines and imported ones exist in English only. */
export function lineIn(
  language: Language,
  { message, messageEt }: { readonly message: string; readonly messageEt: string | null },
): { readonly text: string; readonly language: Language } {
  return language === 'et' && messageEt !== null
    ? { text: messageEt, language: 'et' }
    : { text: message, language: 'en' }
}
