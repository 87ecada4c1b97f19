const LETTER = '\\p{L}\\p{M}\\p{N}_'

/** Replaces the words by `instead` wherever they occur as a whole, not inside a longer name or address. */
export function cutOut(words: readonly string[], instead: string): (text: string) => string {
  const wanted = words.filter((word) => word !== '').map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (wanted.length === 0) return (text) => text
  // Anna-Mari Tamm, mari@example.ee.org and x.mari@example.ee belong to other people
  const before = `(?<![${LETTER}]|[${LETTER}][-.+])`
  const after = `(?![${LETTER}]|[-.+][${LETTER}])`
  const whole = new RegExp(`${before}(?:${wanted.join('|')})${after}`, 'gu')
  return (text) => text.replace(whole, () => instead)
}

/** Applies `change` to every string value in the JSON; field names stay. */
export function withTexts(json: unknown, change: (text: string) => string): unknown {
  if (typeof json === 'string') return change(json)
  if (Array.isArray(json)) return json.map((one) => withTexts(one, change))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withTexts(value, change)]))
}
