/** The photo consent given by one person who may speak for somebody. */
export interface PhotoAnswer {
  readonly allowed: boolean
  readonly at: number
}

/**
 * Why an account may not say this for a person, or null: whoever books for the person may, and whoever has answered may
 * change their own answer. `mine` is null before the account's first answer.
 */
export const cannotSayPhotos = (canBook: boolean, mine: boolean | null): 'photosFromOthers' | null =>
  canBook || mine !== null ? null : 'photosFromOthers'

/** Not allowed until somebody says yes; a 'no' decides until its giver changes it. */
export function photosAllowed(answers: readonly PhotoAnswer[]): boolean {
  return answers.length > 0 && answers.every(({ allowed }) => allowed)
}

/** The answer that decides, to be shown with its date and giver: the latest 'no', else the latest 'yes'. */
export function decisive<One extends PhotoAnswer>(answers: readonly One[]): One | null {
  const [first = null] = answers.toSorted((a, b) => Number(a.allowed) - Number(b.allowed) || b.at - a.at)
  return first
}
