import type { Cents } from '#kernel/money.ts'
import type { Language } from '#kernel/messages.ts'
import { refuseFields, type Refusal } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import { isBlank } from '#kernel/visible.ts'

export const roles = ['user', 'teacher', 'admin'] as const
export type Role = (typeof roles)[number]

/** What the studio calls something, in both languages; without an Estonian name the other stands for it. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly nameEt: string
}

/** A category that the studio gives to people: it decides where they are included. */
export interface MembershipCategory extends Named {
  /** Whoever has it pays the group members' price. */
  readonly groupPrice: boolean
  /** What whoever has it pays a month, where it is billed so. */
  readonly monthlyPrice: Cents | null
  /** Nobody is given it any more; who has it keeps it. */
  readonly archived: boolean
}

/** One that is not known any more is called by its id. */
export function categoryNameOf(all: readonly Named[], id: string, language: Language): string {
  const found = all.find((one) => one.id === id)
  if (!found) return id
  return language === 'et' && found.nameEt !== '' ? found.nameEt : found.name
}

/** Whether somebody is a group member, who pays less. */
export const hasGroupPrice = (all: readonly MembershipCategory[], id: string | null): boolean =>
  all.some((category) => category.id === id && category.groupPrice)

/** Whether there is such a price; a category that is archived keeps its effect. */
export const anyGroupPrice = (all: readonly MembershipCategory[]): boolean => all.some(({ groupPrice }) => groupPrice)

/** What can be chosen: what is not archived, and what was chosen already. */
export const offered = <One extends { readonly id: string; readonly archived: boolean }>(
  all: readonly One[],
  chosen: readonly string[],
): One[] => all.filter(({ id, archived }) => !archived || chosen.includes(id))

/** Who calls: nobody known, someone whose e-mail is not verified, or a verified person by role. */
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
  /** The version of the studio's terms that was accepted last. */
  readonly acceptedTerms: number | null
  /** Whether the account asks for a code besides the password, or the session was opened with a passkey. */
  readonly hasSecondStep: boolean
  /** Staff for whom the desk stays closed until they have a second step are here as members. */
  readonly needsSecondStep: boolean
}

/** Who a session speaks for where staff need a second step. */
export const withSecondStep = (caller: Caller): Caller =>
  (caller.kind === 'teacher' || caller.kind === 'admin') && !caller.hasSecondStep
    ? { ...caller, kind: 'user', needsSecondStep: true }
    : caller

/** Whether somebody still has to accept the studio's terms before they book or buy; `current` is null where there are none. */
export const mustAccept = (current: number | null, accepted: number | null): boolean =>
  current !== null && (accepted ?? 0) < current

/** An account, as far as it may book. */
export interface Booker {
  readonly kind: CallerKind
  readonly acceptedTerms: number | null
}

/** Whether one of these accounts may book with nothing left to accept. */
export const haveAccepted = (bookers: readonly Booker[], terms: number | null): boolean =>
  bookers.some(({ kind, acceptedTerms }) => may(kind, 'book') && !mustAccept(terms, acceptedTerms))

/** What a stored account calls as. */
export const kindOf = (account: { readonly role: Role; readonly emailVerifiedAt: Instant | null }): Account['kind'] =>
  account.emailVerifiedAt === null ? 'unverified' : account.role

export type Caller = Visitor | Account

/** Who does something: whoever calls, or the studio by itself. */
export type Actor = Caller | { readonly kind: 'studio' }

/** What a guardian may do for a person. */
export interface Rights {
  readonly canBook: boolean
  readonly pays: boolean
  readonly getsNotices: boolean
}

/** What an account is to a person: it is their own, a guardian with these rights, or a stranger. */
export type Relation = 'own' | Rights | 'stranger'

/** The person that something is done or asked for. */
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

/** Who may what. Screens and server both ask this table alone. */
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
  manageSettings: admin,
} as const satisfies Record<string, readonly CallerKind[]>

export type Permission = keyof typeof permissions

/** The permissions that are about one person: for oneself, and for whom the account is a guardian with the right. */
const aboutPerson: { readonly [P in Permission]?: (rights: Rights) => boolean } = {
  see: () => true,
  book: ({ canBook }) => canBook,
}

export const isAboutPerson = (permission: Permission): boolean => permission in aboutPerson

/** Whether somebody of that kind, who is that to the person it is about, may do it. The studio itself may do all. */
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

/** The columns by which staff sort the list of users. */
export const userSorts = ['created', 'name', 'email', 'role'] as const
export type UserSort = (typeof userSorts)[number]

/** Which users staff look at; deep in the list also who stands beside the page. */
export interface UserPage {
  readonly search: string
  readonly sort: UserSort
  readonly order: 'asc' | 'desc'
  readonly page: number
  readonly after?: string
  readonly before?: string
}

/** The page of the list of users that an address asks for: newest first, and otherwise in the order of the alphabet. */
export function userPageOf(asked: { readonly [K in keyof UserPage]?: UserPage[K] | undefined }): UserPage {
  const { search = '', page = 1, sort = 'created', order = sort === 'created' ? 'desc' : 'asc', after, before } = asked
  return { search, sort, order, page, ...(after && { after }), ...(before && { before }) }
}

/**
 * Why an admin can't give somebody this role, whatever they type: the studio keeps an admin, and asks for a password that
 * the admin must have.
 */
export function whyNotRole(
  role: Role,
  facts: { readonly isLastAdmin: boolean; readonly hasPassword: boolean },
): 'lastAdmin' | 'noPassword' | null {
  if (role !== 'admin' && facts.isLastAdmin) return 'lastAdmin'
  return facts.hasPassword ? null : 'noPassword'
}

const MAXIMUM_LEVEL = 40

/** A member level is a word or two of the studio's own choice. */
export function checkMemberLevel(memberLevel: string): 'fillRequired' | 'memberLevelTooLong' | null {
  if (isBlank(memberLevel)) return 'fillRequired'
  return memberLevel.trim().length > MAXIMUM_LEVEL ? 'memberLevelTooLong' : null
}

/** 'Anna Tamm' as people are greeted and listed. */
export const fullName = (person: { displayName: string; familyName: string }): string =>
  `${person.displayName} ${person.familyName}`.trim()
