import type { Markup } from '#kernel/markup.ts'
import type { Language } from '#kernel/messages.ts'
import { texts as bookTexts } from '#studio/passes/messages.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import type { Formats } from '#web/format.ts'
import type { Held, HeldOfChild } from '../../contract.ts'
import { readableTexts } from '../../messages/readable.ts'

type Cell = string | Markup | null
/** One part of the file: column headings and rows. */
export interface Part {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** What is held about a person, with or without an account. */
export type HeldAbout = Pick<Held, Extract<keyof Held, Exclude<keyof HeldOfChild, 'family'>>>

/** Texts and date formats of a language, used by all parts. */
export type Reader = ReturnType<typeof readerOf>

export function readerOf(language: Language, formats: Formats) {
  return {
    language,
    t: readableTexts[language],
    pay: paymentTexts[language],
    book: bookTexts[language],
    formats,
    moment: (iso: string | null) => iso && formats.stamp(Date.parse(iso)),
  }
}

/** The word for a stored name; the name itself if there is none. */
export const wordOf = <K extends string>(words: Readonly<Record<K, string>>, name: string): string =>
  Object.hasOwn(words, name) ? words[name as K] : name
