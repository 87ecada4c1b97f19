const LETTER = '\\p{L}\\p{M}\\p{N}_'

/** Puts `instead` wherever one of the words stands as a whole: not within a longer name or a longer address. */
export function cutOut(words: readonly string[], instead: string): (text: string) => string {
  const wanted = words.filter((word) => word !== '').map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (wanted.length === 0) return (text) => text
  // Anna-Mari Tamm, mari@example.ee.org and x.mari@example.ee are somebody else
  const before = `(?<![${LETTER}]|[${LETTER}][-.+])`
  const after = `(?![${LETTER}]|[-.+][${LETTER}])`
  const whole = new RegExp(`${before}(?:${wanted.join('|')})${after}`, 'gu')
  return (text) => text.replace(whole, () => instead)
}

/** The same JSON with every text in it changed; names of fields stay. */
export function withTexts(json: unknown, change: (text: string) => string): unknown {
  if (typeof json === 'string') return change(json)
  if (Array.isArray(json)) return json.map((one) => withTexts(one, change))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withTexts(value, change)]))
}
