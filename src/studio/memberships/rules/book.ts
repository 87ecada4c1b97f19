/** What a line of a pass's book tells. `opening` begins the book of a pass that is older than books. */
export const bookKinds = [
  'opening',
  'bought',
  'used',
  'givenBack',
  'corrected',
  'extended',
  'frozen',
  'freezeEnded',
  'cancelled',
  'activeAgain',
] as const
export type BookKind = (typeof bookKinds)[number]

/** Why a class came back, or a pass ended, where no one wrote it in words. */
export const bookCauses = [
  'byOwner',
  'classCancelled',
  'removed',
  'lateForgiven',
  'frozen',
  'afterEnd',
  'accountDeleted',
] as const
export type BookCause = (typeof bookCauses)[number]

/** Classes that a pass still has. */
export const leftOf = (pass: { readonly classLimit: number; readonly classesUsed: number }): number =>
  pass.classLimit - pass.classesUsed

/** The longest reason that somebody writes into a book. */
export const LONGEST_WHY = 200
