import type { Cents } from '#kernel/money.ts'
import type { Language } from '#kernel/messages.ts'
import { refuseFields, type Refusal } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import { isBlank } from '#kernel/visible.ts'

export const roles = ['user', 'teacher', 'admin'] as const
export type Role = (typeof roles)[number]

/** A name in both languages; without an Estonian name, the other one is used. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly nameEt: string
}

/** A category that the studio gives to people: it decides where they are included. */
export interface MembershipCategory extends Named {
  /** People with this category pay the group price. */
  readonly groupPrice: boolean
  /** Monthly price in cents for people with this category, where it is billed monthly; null for none. */
  readonly monthlyPrice: Cents | null
  /** Can't be given to people any more; those who have it keep it. */
  readonly archived: boolean
}

/** Name of a category; its id if the category no longer exists. */
export function categoryNameOf(all: readonly Named[], id: string, language: Language): string {
  const found = all.find((one) => one.id === id)
  return found ? nameIn(language, found) : id
}

/** An empty Estonian name is the same as the other one. */
export const nameIn = (language: Language, { name, nameEt }: Omit<Named, 'id'>): string =>
  language === 'et' && nameEt !== '' ? nameEt : name

/** Whether a person is a group member, who pays less. */
export const hasGroupPrice = (all: readonly MembershipCategory[], id: string | null): boolean =>
  all.some((category) => category.id === id && category.groupPrice)

/** The membership category that counts: a deactivated person has none. */
export const categoryOf = (person: { readonly active: boolean; readonly membershipCategory: string | null }) =>
  person.active ? person.membershipCategory : null

/** Whether any category has the group price; an archived category keeps its effect. */
export const anyGroupPrice = (all: readonly MembershipCategory[]): boolean => all.some(({ groupPrice }) => groupPrice)

/** The items that can be chosen: those not archived, and those chosen already. */
export const offered = <One extends { readonly id: string; readonly archived: boolean }>(
  all: readonly One[],
  chosen: readonly string[],
): One[] => all.filter(({ id, archived }) => !archived || chosen.includes(id))

/** Kind of caller: not signed in, signed in with an unverified e-mail, or verified with a role. */
export type CallerKind = 'visitor' | 'unverified' | Role

export interface Visitor {
  readonly kind: 'visitor'
}
export interface Account {
  readonly kind: 'unverified' | Role
  readonly accountId: string
  /** The account's own person, if it has one. */
  readonly personId: string | null
  readonly sessionId: string
  readonly sessionEndsAt: Instant | null
  /** Version of the studio's terms that the account accepted last. */
  readonly acceptedTerms: number | null
  /** Whether the account asks for a code besides the password, or the session was opened with a passkey. */
  readonly hasSecondStep: boolean
  /** Staff who still have to set up a second step have only a member's rights. */
  readonly needsSecondStep: boolean
}

/** The caller of a session, reduced to a member if staff still need a second step. */
export const withSecondStep = (caller: Caller): Caller =>
  (caller.kind === 'teacher' || caller.kind === 'admin') && !caller.hasSecondStep
    ? { ...caller, kind: 'user', needsSecondStep: true }
    : caller

/** Whether a person still has to accept the terms before booking or buying; `current` is null if there are none. */
export const mustAccept = (current: number | null, accepted: number | null): boolean =>
  current !== null && (accepted ?? 0) < current

/** The facts about an account that decide whether it may book. */
export interface Booker {
  readonly kind: CallerKind
  readonly acceptedTerms: number | null
}

/** Whether one of these accounts may book and has accepted the terms. */
export const haveAccepted = (bookers: readonly Booker[], terms: number | null): boolean =>
  bookers.some(({ kind, acceptedTerms }) => may(kind, 'book') && !mustAccept(terms, acceptedTerms))

/** The caller kind of a stored account. */
export const kindOf = (account: { readonly role: Role; readonly emailVerifiedAt: Instant | null }): Account['kind'] =>
  account.emailVerifiedAt === null ? 'unverified' : account.role

/** Whether an account is one of staff, also while it acts as a member: see withSecondStep. */
export const isStaff = ({ role }: { readonly role: Role }): boolean => may(role, 'seeDesk')

export type Caller = Visitor | Account

/** Who acts: the caller, or the studio itself (jobs). */
export type Actor = Caller | { readonly kind: 'studio' }

/** What a guardian may do for a person. */
export interface Rights {
  readonly canBook: boolean
  readonly pays: boolean
  readonly getsNotices: boolean
}

/** Relation of an account to a person: the account's own, guardian with these rights, or stranger. */
export type Relation = 'own' | Rights | 'stranger'

/** The person whom an action or a query is about. */
export interface Subject {
  readonly personId: string
  readonly relation: Relation
}

const everyone = ['visitor', 'unverified', 'user', 'teacher', 'admin'] as const
const signedIn = ['unverified', 'user', 'teacher', 'admin'] as const
const verified = ['user', 'teacher', 'admin'] as const
const staff = ['teacher', 'admin'] as const
const teacher = ['teacher'] as const
const admin = ['admin'] as const

/** Who may do what. Browser and server both use this table only. */
const permissions = {
  browse: everyone,
  identify: everyone,
  signOut: signedIn,
  ownAccount: verified,
  pay: verified,
  see: verified,
  book: verified,
  seeDesk: staff,
  takeAttendance: staff,
  registerOthers: staff,
  markPaidAsTeacher: teacher,
  confirmPayments: admin,
  deletePayments: admin,
  deleteCourseRegistrations: admin,
  manageClasses: admin,
  manageSchedule: admin,
  manageCourses: admin,
  manageMemberships: admin,
  manageUsers: admin,
  seeAllContacts: admin,
  manageMailings: admin,
  manageSettings: admin,
} as const satisfies Record<string, readonly CallerKind[]>

export type Permission = keyof typeof permissions

/** Permissions about one person: for the account's own person, and for people it is guardian of with that right. */
const aboutPerson: { readonly [P in Permission]?: (rights: Rights) => boolean } = {
  see: () => true,
  book: ({ canBook }) => canBook,
}

export const isAboutPerson = (permission: Permission): boolean => permission in aboutPerson

/** Whether a caller of this kind, with this relation to the person, has the permission. The studio has all. */
export function may(kind: Actor['kind'], permission: Permission, relation: Relation = 'own'): boolean {
  if (kind === 'studio') return true
  const admitted: readonly CallerKind[] = permissions[permission]
  if (!admitted.includes(kind)) return false
  const allows = aboutPerson[permission]
  return allows === undefined || relation === 'own' || (relation !== 'stranger' && allows(relation))
}

/** Refuses the form when any field is wrong. */
export function refuseWrong(errors: Readonly<Record<string, string | undefined>>): Refusal<'invalidFields'> | null {
  const wrong = Object.entries(errors).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return wrong.length > 0 ? refuseFields(Object.fromEntries(wrong)) : null
}

/** The columns by which staff can sort the list of users. */
export const userSorts = ['created', 'name', 'email', 'role'] as const
export type UserSort = (typeof userSorts)[number]

/** One page of the list of users; deep in the list also the user next to the page. */
export interface UserPage {
  readonly search: string
  readonly sort: UserSort
  readonly order: 'asc' | 'desc'
  readonly page: number
  readonly after?: string
  readonly before?: string
}

/** The page of the users list for a URL's parameters: newest first by default, other columns ascending. */
export function userPageOf(asked: { readonly [K in keyof UserPage]?: UserPage[K] | undefined }): UserPage {
  const { search = '', page = 1, sort = 'created', order = sort === 'created' ? 'desc' : 'asc', after, before } = asked
  return { search, sort, order, page, ...(after && { after }), ...(before && { before }) }
}

/**
 * Why an admin can't give a person this role, whatever they type: the studio must keep an admin, and the admin must
 * have a password to confirm with.
 */
export function whyNotRole(
  role: Role,
  facts: { readonly isLastAdmin: boolean; readonly hasPassword: boolean },
): 'lastAdmin' | 'noPassword' | null {
  if (role !== 'admin' && facts.isLastAdmin) return 'lastAdmin'
  return facts.hasPassword ? null : 'noPassword'
}

const MAXIMUM_LEVEL = 40

/** A member level is one or two words of the studio's own choice. */
export function checkMemberLevel(memberLevel: string): 'fillRequired' | 'memberLevelTooLong' | null {
  if (isBlank(memberLevel)) return 'fillRequired'
  return memberLevel.trim().length > MAXIMUM_LEVEL ? 'memberLevelTooLong' : null
}

/** 'Anna Tamm': the name shown in greetings and lists. */
export const fullName = (person: { displayName: string; familyName: string }): string =>
  `${person.displayName} ${person.familyName}`.trim()
