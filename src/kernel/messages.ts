export const languages = ['en', 'et'] as const
export type Language = (typeof languages)[number]

/** The same texts in another language: the same names, and functions of the same values. */
type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer V) => string
      ? (...values: V) => string
      : Translated<T[K]>
}

/** Texts in both languages; a text that one of them lacks does not compile. */
// the mark lets the browser's build leave out what only e-mails say
/*#__NO_SIDE_EFFECTS__*/
export const messages = <const T>(both: { en: T; et: Translated<NoInfer<T>> }): Record<Language, Translated<T>> => ({
  en: both.en as Translated<T>,
  et: both.et,
})

/** Picks by count: Estonian and English both know one and many. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

/** With a capital at its beginning: Estonian and English alike begin a button or a choice so. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
