export const languages = ['en', 'et'] as const
export type Language = (typeof languages)[number]

/** A page's address for a reader who may never have been here: it opens in that language where they have chosen none. */
export const inLanguage = (address: string, language: Language): string =>
  language === 'en' ? address : `${address}?lang=${language}`

/** A text, a text as a function of values, or several by name: as one language has it. */
type Text<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [Name in keyof T]: Text<T[Name]> }
type Pair<T> = readonly [en: T, et: Text<NoInfer<T>>]
// nothing with a length is taken for several texts by name, so that a pair that lacks one does not compile
type Pairs<T> = { readonly [Name in keyof T]: Pair<T[Name]> | (Pairs<T[Name]> & { readonly length?: never }) }
type Joined<Others> = Others extends readonly [Record<Language, infer First>, ...infer Rest]
  ? First & Joined<Rest>
  : unknown

/** Texts in English and Estonian, beside each other, together with those of other dictionaries. */
// the mark lets the browser's build leave out what only e-mails say
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

/** A sentence as each reader has it. */
export type InBoth = Readonly<Record<Language, string>>

type Sentences<T> = {
  readonly [Name in keyof T]: T[Name] extends (...values: infer V) => string ? (...values: V) => InBoth : InBoth
}

/** The same texts by name first: for what is written down in both languages at once. */
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

/** Picks by count: Estonian and English both know one and many. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

/** 'Mia', 'Mia and Robin', 'Mia, Robin and Liis'. */
export const inARow = (names: readonly string[], and: string): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(` ${and} `)

/** With a capital at its beginning: Estonian and English alike begin a button or a choice so. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The other way round: as it stands within another sentence. */
export const within = (sentence: string): string =>
  (sentence.charAt(0).toLowerCase() + sentence.slice(1)).replace(/\.$/, '')
