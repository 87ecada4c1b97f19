/** Kinds of lines in a pass's book. `opening` starts the book of a pass that is older than books. */
export const bookKinds = [
  'opening',
  'bought',
  'used',
  'givenBack',
  'cancelledLate',
  'corrected',
  'extended',
  'frozen',
  'freezeEnded',
  'cancelled',
  'activeAgain',
] as const
export type BookKind = (typeof bookKinds)[number]

/** Why a class was returned or a pass ended, if nobody typed a reason. */
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

/** Classes left on a pass. */
export const leftOf = (pass: { readonly classLimit: number; readonly classesUsed: number }): number =>
  pass.classLimit - pass.classesUsed

/** Passes with classes left first, each group in its order: a used-up pass is of no use now. */
export const leftFirst = <Pass extends Parameters<typeof leftOf>[0]>(passes: readonly Pass[]): Pass[] =>
  passes.toSorted((a, b) => Number(leftOf(a) === 0) - Number(leftOf(b) === 0))

/** Maximum length of a typed reason. */
export const LONGEST_WHY = 200
