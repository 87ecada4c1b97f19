import { isEmail } from '#kernel/email.ts'
import { refuseFields, type Refusal } from '#kernel/result.ts'
import { ageOn, isDate, type Instant, type LocalDate } from '#kernel/time.ts'
import { isBlank, isMisleading } from '#kernel/visible.ts'

export const roles = ['user', 'teacher', 'admin'] as const
export type Role = (typeof roles)[number]

export const membershipCategories = [
  'Cover',
  'Member-girl',
  'Member-boy',
  'Member-girl-boy',
  'Member-16',
  'Member-16-boy',
] as const
export type MembershipCategory = (typeof membershipCategories)[number]

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
}
export type Caller = Visitor | Account

const everyone = ['visitor', 'unverified', 'user', 'teacher', 'admin'] as const
const signedIn = ['unverified', 'user', 'teacher', 'admin'] as const
const verified = ['user', 'teacher', 'admin'] as const
const staff = ['teacher', 'admin'] as const
const teacher = ['teacher'] as const
const admin = ['admin'] as const

/** SPEC section 6, with READINGS R3 and R15: who may what. Screens and server both ask this table alone. */
const permissions = {
  browse: everyone,
  identify: everyone,
  signOut: signedIn,
  register: verified,
  manageOwn: verified,
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
} as const satisfies Record<string, readonly CallerKind[]>

export type Permission = keyof typeof permissions

export function may(kind: CallerKind, permission: Permission): boolean {
  return (permissions[permission] as readonly CallerKind[]).includes(kind)
}

/** Of whoever signs up; and of whoever chooses another password later. */
export const MINIMUM_PASSWORD = 6
export const MINIMUM_NEW_PASSWORD = 8
/** Long enough for any passphrase, short enough to hash. */
export const MAXIMUM_PASSWORD = 256
export const MINIMUM_AGE = 7

/** Addresses are compared in lower case, without the spaces that phones add. */
export const normalEmail = (typed: string): string => typed.trim().toLowerCase()

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** What is missing of an e-mail and a password that are to prove who someone is. */
export const checkCredentials = ({ email, password }: Credentials) => ({
  email: isBlank(email) ? ('emailRequired' as const) : undefined,
  password: password === '' ? ('passwordRequired' as const) : undefined,
})

export interface SignUpForm {
  readonly displayName: string
  readonly familyName: string
  readonly dob: string
  readonly email: string
  readonly password: string
}

export type SignUpFieldCode =
  | 'fillRequired'
  | 'invalidEmail'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'passwordBlank'
  | 'passwordCommon'
  | 'passwordsDiffer'
  | 'nameTooLong'
  | 'nameMisleading'
  | 'dateInvalid'
  | 'birthdayInFuture'
  | 'tooYoung'

type SignUpErrors = Partial<Record<keyof SignUpForm | 'confirmPassword', SignUpFieldCode>>

/** Which fields of the sign-up form are wrong (SPEC section 5). `today` is the studio's. */
export function checkSignUp(form: SignUpForm, today: LocalDate): SignUpErrors {
  const errors: SignUpErrors = {}
  for (const name of ['displayName', 'familyName'] as const) {
    if (isBlank(form[name])) errors[name] = 'fillRequired'
    else if (form[name].trim().length > 80) errors[name] = 'nameTooLong'
    else if (isMisleading(form[name])) errors[name] = 'nameMisleading'
  }
  if (form.dob === '') errors.dob = 'fillRequired'
  else if (!isDate(form.dob)) errors.dob = 'dateInvalid'
  else if (form.dob > today) errors.dob = 'birthdayInFuture'
  else if (ageOn(today, form.dob) < MINIMUM_AGE) errors.dob = 'tooYoung'
  if (normalEmail(form.email) === '') errors.email = 'fillRequired'
  else if (!isEmail(normalEmail(form.email))) errors.email = 'invalidEmail'
  const password = checkPassword(form.password)
  if (password) errors.password = password
  return errors
}

/** The server also refuses common passwords, whose list is too long for a browser. */
export const checkPassword = (password: string) => checkLength(password, MINIMUM_PASSWORD, 'passwordTooShort')
export const checkNewPassword = (password: string) => checkLength(password, MINIMUM_NEW_PASSWORD, 'newPasswordTooShort')

function checkLength<Short extends string>(password: string, least: number, tooShort: Short) {
  if (password === '') return 'fillRequired'
  if (isBlank(password)) return 'passwordBlank'
  if (password.length < least) return tooShort
  return password.length > MAXIMUM_PASSWORD ? 'passwordTooLong' : null
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

const MAXIMUM_LEVEL = 40

/** A member level is a word or two of the studio's own choice. */
export function checkMemberLevel(memberLevel: string): 'fillRequired' | 'memberLevelTooLong' | null {
  if (isBlank(memberLevel)) return 'fillRequired'
  return memberLevel.trim().length > MAXIMUM_LEVEL ? 'memberLevelTooLong' : null
}

/** 'Anna Tamm' as people are greeted and listed. */
export const fullName = (person: { displayName: string; familyName: string }): string =>
  `${person.displayName} ${person.familyName}`.trim()
