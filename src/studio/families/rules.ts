import { ageOn, isDate, type LocalDate } from '#kernel/time.ts'
import type { Rights } from '#studio/accounts/rules.ts'
import { checkNames, type SignUpFieldCode } from '#studio/accounts/rules/forms.ts'
import type { Child, Dancer } from './contract.ts'

/** From this birthday on somebody speaks for themselves. */
export const GROWN_UP = 18
export const YOUNGEST_CHILD = 2
/** Children of one guardian: more are a class, and no family. */
export const MOST_CHILDREN = 10

export const allRights: Rights = { canBook: true, pays: true, getsNotices: true }

type ChildErrors = Partial<Record<keyof Child, SignUpFieldCode | 'childAge'>>

/** Which fields are wrong that say who a child is. */
export function checkChild(form: Child, today: LocalDate): ChildErrors {
  const errors: ChildErrors = checkNames(form)
  if (form.dob === '') errors.dob = 'fillRequired'
  else if (!isDate(form.dob)) errors.dob = 'dateInvalid'
  else if (form.dob > today) errors.dob = 'birthdayInFuture'
  else if (!isChildsAge(ageOn(today, form.dob))) errors.dob = 'childAge'
  return errors
}

export const isChildsAge = (age: number): boolean => age >= YOUNGEST_CHILD && age < GROWN_UP

/**
 * Why a guardian may not give themselves these rights, or null. Whoever can book for the child decides what they do for
 * it; any other may only give rights up, and choose whether they are told.
 */
export function cannotTake(held: Rights, wanted: Rights): 'rightsFromOthers' | null {
  if (held.canBook) return null
  return (wanted.canBook && !held.canBook) || (wanted.pays && !held.pays) ? 'rightsFromOthers' : null
}

/** Those for whom somebody books: themselves, unless they don't dance, and their children, the oldest first. */
export const dancing = (all: readonly Dancer[], danceMyself: boolean): Dancer[] =>
  all.filter(({ own }) => !own || danceMyself)
