/**
 * What a change of a search's text means: the same search typed on, or shortened by one letter, or a search for something
 * else.
 */
export function howSearched(before: string, after: string): 'typedOn' | 'shortened' | 'next' {
  if (before !== '' && after.startsWith(before)) return 'typedOn'
  return after !== '' && before.slice(0, -1) === after ? 'shortened' : 'next'
}
