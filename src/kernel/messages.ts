export const languages = ['en', 'et'] as const
export type Language = (typeof languages)[number]

/** Adds the language to a link, so that the page opens in it for a reader who has not chosen one. */
export const inLanguage = (address: string, language: Language): string =>
  language === 'en' ? address : `${address}?lang=${language}`

/** A text in one language: a string, a function of values, or several of these by name. */
type Text<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [Name in keyof T]: Text<T[Name]> }
type Pair<T> = readonly [en: T, et: Text<NoInfer<T>>]
// anything with a length is not a group of texts, so that a pair with a missing language does not compile
type Pairs<T> = { readonly [Name in keyof T]: Pair<T[Name]> | (Pairs<T[Name]> & { readonly length?: never }) }
type Joined<Others> = Others extends readonly [Record<Language, infer First>, ...infer Rest]
  ? First & Joined<Rest>
  : unknown

/** Texts in English and Estonian side by side, merged with those of other dictionaries. */
// marked as pure, so that the browser's build can drop texts that only e-mails use
/*#__NO_SIDE_EFFECTS__*/
export function messages<const T, Others extends readonly Record<Language, object>[]>(
  pairs: Pairs<T>,
  ...others: Others
): Record<Language, Text<T> & Joined<Others>> {
  const all = (language: Language) => [
    ...others.map((other) => other[language]),
    sideOf(pairs, languages.indexOf(language)),
  ]
  const joined = (language: Language) => Object.assign({}, ...all(language)) as Text<T> & Joined<Others>
  return { en: joined('en'), et: joined('et') }
}

const sideOf = (pairs: object, side: number): object =>
  Object.fromEntries(
    Object.entries(pairs).map(([name, pair]: [string, object]) => [
      name,
      Array.isArray(pair) ? (pair[side] as unknown) : sideOf(pair, side),
    ]),
  )

/** One sentence in both languages. */
export type InBoth = Readonly<Record<Language, string>>

type Sentences<T> = {
  readonly [Name in keyof T]: T[Name] extends (...values: infer V) => string ? (...values: V) => InBoth : InBoth
}

/** The same texts grouped by name first, for records that are stored in both languages. */
/*#__NO_SIDE_EFFECTS__*/
export function inBoth<T extends object>({ en, et }: Record<Language, T>): Sentences<T> {
  const others = new Map<string, unknown>(Object.entries(et))
  const pairs = Object.entries(en).map(([name, text]: [string, unknown]) => [name, pairOf(text, others.get(name))])
  return Object.fromEntries(pairs) as Sentences<T>
}

type Said = (...values: unknown[]) => string

const pairOf = (en: unknown, et: unknown) =>
  typeof en === 'function'
    ? (...values: unknown[]) => ({ en: (en as Said)(...values), et: (et as Said)(...values) })
    : { en, et }

/** Picks the word form by count: Estonian and English both have one form for one and one for many. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

/** 'Mia', 'Mia and Robin', 'Mia, Robin and Liis'. */
export const inARow = (names: readonly string[], and: string): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(` ${and} `)

/** With a capital first letter: English and Estonian buttons and choices begin with one. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The reverse of `capital`: for use within another sentence. */
export const within = (sentence: string): string =>
  (sentence.charAt(0).toLowerCase() + sentence.slice(1)).replace(/\.$/, '')
