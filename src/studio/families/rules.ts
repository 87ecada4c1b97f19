import { isEmail } from '#kernel/email.ts'
import { ageOn, DAY, daysBetween, type LocalDate } from '#kernel/time.ts'
import type { Rights } from '#studio/accounts/rules.ts'
import { checkCorrection, normalEmail, type SignUpFieldCode } from '#studio/accounts/rules/forms.ts'
import type { Child, FamilyPerson } from './contract.ts'

/** Age (years) from which people speak for themselves. */
export const GROWN_UP = 18
export const YOUNGEST_CHILD = 2
/** Maximum number of children per guardian, against misuse. */
export const MOST_CHILDREN = 10

export const rightNames = ['canBook', 'pays', 'getsNotices'] as const
export const allRights: Rights = { canBook: true, pays: true, getsNotices: true }

type ChildErrors = Partial<Record<keyof Child, SignUpFieldCode | 'childAge'>>

/** Which fields of a child's details are wrong. */
export function checkChild(form: Child, today: LocalDate): ChildErrors {
  const errors: ChildErrors = checkCorrection(form, today)
  if (form.dob === '') errors.dob = 'fillRequired'
  else if (!errors.dob && !isChildsAge(ageOn(today, form.dob))) errors.dob = 'childAge'
  return errors
}

export const isChildsAge = (age: number): boolean => age >= YOUNGEST_CHILD && age < GROWN_UP

/**
 * Why a guardian may not give themselves these rights, or null. A guardian who can book for the child decides their
 * own rights; any other may only give rights up, and choose whether to get notices.
 */
function cannotTake(held: Rights, wanted: Rights): 'rightsFromOthers' | null {
  if (held.canBook) return null
  return wanted.canBook || (wanted.pays && !held.pays) ? 'rightsFromOthers' : null
}

/**
 * Why a guardian may not change their own rights for a child like this, or null. The last guardian who can book keeps
 * that right, unless the child signs in itself: nobody could give it back.
 */
export function cannotSet(
  held: Rights,
  wanted: Rights,
  child: { readonly othersBook: boolean; readonly signsIn: boolean },
): 'rightsFromOthers' | 'nobodyElseBooks' | null {
  const nobodyBooks = held.canBook && !wanted.canBook && !child.othersBook && !child.signsIn
  return nobodyBooks ? 'nobodyElseBooks' : cannotTake(held, wanted)
}

/** The people for whom something is offered: the account's own person if they dance, and the children, oldest first. */
export const dancing = <One extends Pick<FamilyPerson, 'dances'>>(all: readonly One[]): One[] =>
  all.filter(({ dances }) => dances)

/** To be guardian of children, to sign in as oneself, or to have a guardian. */
export const invitationKinds = ['guardian', 'ownSignIn', 'child'] as const
export type InvitationKind = (typeof invitationKinds)[number]

/** Age (years) from which a child may have its own sign-in. */
export const OWN_SIGN_IN_AGE = 13
export const INVITATION_LIFE = 14 * DAY
/** Maximum number of pending invitations per sender. */
export const MOST_INVITATIONS = 10

/** Whether a person may be a guardian: an adult, or of unknown age. */
export const mayBeGuardian = (dob: string | null, today: LocalDate): boolean =>
  dob === null || ageOn(today, dob) >= GROWN_UP

/** Whether a person may have a guardian: not from 18 on. */
export const mayHaveGuardian = (dob: string | null, today: LocalDate): boolean =>
  dob !== null && ageOn(today, dob) < GROWN_UP

export const maySignIn = (dob: string | null, today: LocalDate): boolean =>
  dob === null || ageOn(today, dob) >= OWN_SIGN_IN_AGE

/** Why an invitation can't go to an address; `own` is the sender's address, which is refused. */
export function checkInvited(typed: string, own: string): 'fillRequired' | 'invalidEmail' | 'ownAddress' | undefined {
  const email = normalEmail(typed)
  if (email === '') return 'fillRequired'
  if (!isEmail(email)) return 'invalidEmail'
  return email === own ? 'ownAddress' : undefined
}

/** Days before and after the 18th birthday. */
export const TOLD_BEFORE = 30
const ENDS_AFTER = 30

/**
 * What is due of a person who has guardians, on a day around the 18th birthday: they are told 30 days before; links end
 * once there is an own sign-in, and at the latest 30 days after.
 */
export function comingOfAge(dob: LocalDate, today: LocalDate, signsIn: boolean): 'nothing' | 'tell' | 'end' {
  const days = daysBetween(grownUpOn(dob), today)
  if (days >= ENDS_AFTER || (days >= 0 && signsIn)) return 'end'
  return days >= -TOLD_BEFORE ? 'tell' : 'nothing'
}

/** The 18th birthday; for people born on 29 February it is 1 March. */
export function grownUpOn(dob: LocalDate): LocalDate {
  const year = String(Number(dob.slice(0, 4)) + GROWN_UP).padStart(4, '0')
  // 18 years after a leap year there is no 29 February
  return dob.endsWith('-02-29') ? `${year}-03-01` : `${year}${dob.slice(4)}`
}
