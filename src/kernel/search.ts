/** Parses one search parameter; undefined for an invalid value, which is then ignored. */
export type Reads<T> = (value: unknown) => T | undefined

/** Accepts one of these words. */
export const oneOf =
  <const T extends string>(words: readonly T[]): Reads<T> =>
  (value) =>
    words.find((word) => word === value)

/** Accepts a whole number. */
export const whole =
  (from: number, to: number): Reads<number> =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to ? value : undefined

/** Accepts a text that matches this pattern and that the database can store. */
export const textOf =
  (longest: number, form = /^/): Reads<string> =>
  (value) => {
    const holds = typeof value === 'string' && value.length <= longest && !value.includes('\0') && value.isWellFormed()
    return holds && form.test(value) ? value : undefined
  }

export const yesOrNo: Reads<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

/** Parses the query string, which keeps a view across reload and Back; unknown parameters are dropped. */
export const search =
  <T extends Readonly<Record<string, unknown>>>(fields: { readonly [K in keyof T]: Reads<T[K]> }) =>
  (given: Record<string, unknown>): { [K in keyof T]?: T[K] | undefined } => {
    const read = Object.entries(fields as Record<string, Reads<unknown>>).map(
      ([name, reads]) => [name, reads(given[name])] as const,
    )
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as { [K in keyof T]?: T[K] }
  }
