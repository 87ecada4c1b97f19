/** Whether two names have the same words: banks write names in capitals, and the family name first. */
export function sameWords(one: string, other: string): boolean {
  const words = (name: string) => name.toLocaleLowerCase('et').split(/\s+/).toSorted().join(' ')
  return words(one) === words(other)
}
