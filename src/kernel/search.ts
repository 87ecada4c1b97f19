/** Reads one value of an address; undefined for what it can't mean, which then counts as not there. */
export type Reads<T> = (value: unknown) => T | undefined

/** One of some words. */
export const oneOf =
  <const T extends string>(words: readonly T[]): Reads<T> =>
  (value) =>
    words.find((word) => word === value)

/** A whole number. */
export const whole =
  (from: number, to: number): Reads<number> =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to ? value : undefined

/** A text of this form that the database can hold. */
export const textOf =
  (longest: number, form = /^/): Reads<string> =>
  (value) => {
    const holds = typeof value === 'string' && value.length <= longest && !value.includes('\0') && value.isWellFormed()
    return holds && form.test(value) ? value : undefined
  }

export const yesOrNo: Reads<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

/** What stands after the '?' of an address, so that a view survives reload and Back; whatever else is there is dropped. */
export const search =
  <T extends Readonly<Record<string, unknown>>>(fields: { readonly [K in keyof T]: Reads<T[K]> }) =>
  (given: Record<string, unknown>): { [K in keyof T]?: T[K] | undefined } => {
    const read = Object.entries(fields as Record<string, Reads<unknown>>).map(
      ([name, reads]) => [name, reads(given[name])] as const,
    )
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as { [K in keyof T]?: T[K] }
  }
