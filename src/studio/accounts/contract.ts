import * as z from 'zod/mini'
import { count, flag, id, instant, object, page, part, searchText, text, total, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { channels, levels } from '#studio/logs/rules.ts'
import { roles, userSorts } from './rules.ts'

const language = z.enum(['en', 'et'])
/** Far above the rule's limit, so that people get the rule's own message. */
const password = upTo(1000)
const token = upTo(200)

const me = object({
  kind: z.enum(['visitor', 'unverified', ...roles]),
  accountId: z.nullable(id),
  userId: z.nullable(id),
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  familyName: z.nullable(z.string()),
  /** Language of the account, for screens where none was chosen yet. */
  language: z.nullable(language),
  membershipCategory: z.nullable(id),
  memberLevel: z.nullable(z.string()),
  /** Version of the studio's terms that the account accepted last. */
  acceptedTerms: z.nullable(count),
  /** True for staff who have not set up a second step yet: until then they have the rights of a member. */
  needsSecondStep: flag,
})
export type Me = z.infer<typeof me>

const logLine = object({
  id: z.int(),
  level: z.enum(levels),
  /** English text; `messageEt` is the Estonian one, null if the line exists in English only. */
  message: z.string(),
  messageEt: z.nullable(z.string()),
  createdAt: instant,
  /** How often this happened within the hour (repeated refusals share one line), and when last. */
  count,
  lastAt: z.nullable(instant),
  userId: z.nullable(id),
  /** Null for a visitor, empty for a deleted user. */
  userName: z.nullable(z.string()),
  metadata: z.nullable(z.record(z.string(), z.unknown())),
})
export type LoggedLine = z.infer<typeof logLine>

/** Somebody whom the metadata of a line names by `id`, their own or that of their account. */
const loggedPerson = object({ id, personId: id, /** Empty for a deleted person. */ name: z.string() })
export type LoggedPerson = z.infer<typeof loggedPerson>

const listedUser = object({
  id,
  displayName: z.string(),
  familyName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  active: flag,
  membershipCategory: z.nullable(id),
  memberLevel: z.string(),
  createdAt: instant,
  deletionAskedAt: z.nullable(instant),
})
export type ListedUser = z.infer<typeof listedUser>

const userDetails = z.extend(listedUser, {
  /** Null for a deleted user, whose name and address are empty. */
  dob: z.nullable(z.string()),
  verified: flag,
  hasPassword: flag,
  lastLogin: z.nullable(instant),
  deletedAt: z.nullable(instant),
})
export type UserDetails = z.infer<typeof userDetails>

/** Lines that contain every word of the search, or that belong to people whose name or e-mail matches. */
const logList = object({
  channel: z.enum(channels),
  search: searchText,
  before: z.nullable(z.int().check(z.minimum(1))),
})
const userList = object({ search: searchText, sort: z.enum(userSorts), order: z.enum(['asc', 'desc']) })
/** Deep in the list, a link also names the user after whom (or before whom) the page starts. */
const userPage = z.extend(userList, { page, after: z.optional(id), before: z.optional(id) })

const details = object({ displayName: text, familyName: text, phone: text, dob: text, language })
export type Details = z.infer<typeof details>

/** Details of another person that staff correct; an unknown date of birth is empty. */
export const personDetails = object({ displayName: text, familyName: text, dob: text })
export type PersonDetails = z.infer<typeof personDetails>
const correction = z.extend(personDetails, { phone: text })
export type Correction = z.infer<typeof correction>

/** Where the link in the letter leads on to; what is no path inside the studio is left out: see rules/comingBack.ts. */
const next = z.optional(text)

export const accounts = contract('accounts', {
  /** Who the session belongs to, and with which role. */
  me: query({ may: 'identify', input: nothing, answer: me }),
  signUp: command({
    may: 'identify',
    input: object({
      displayName: text,
      familyName: text,
      dob: text,
      email: text,
      password,
      language,
      /** The version of the terms that is accepted. */
      terms: z.optional(count),
      next,
    }),
    answer: nothing,
    refuses: ['invalidFields', 'emailTaken'],
  }),
  /** Accepts for the account's own person and everyone it is guardian of. */
  acceptTerms: command({
    may: 'ownAccount',
    input: object({ version: count }),
    answer: nothing,
    refuses: ['termsChanged'],
  }),
  signIn: command({
    may: 'identify',
    input: object({ email: text, password }),
    /** If a second step is needed, nobody is signed in yet: the ticket is the input of signing.secondStep. */
    answer: object({ kind: z.enum(['unverified', 'secondStep', ...roles]), ticket: z.optional(z.string()) }),
    refuses: ['invalidFields', 'wrongCredentials', 'deactivated'],
    once: false,
  }),
  signOut: command({ may: 'identify', input: nothing, answer: nothing, once: false }),
  verifyEmail: command({
    may: 'identify',
    input: object({ token }),
    answer: object({ email: z.string() }),
    refuses: ['linkUsed', 'linkExpired', 'linkUnknown'],
  }),
  /** For the banner of someone signed in and not yet verified. */
  resendVerification: command({
    may: 'signOut',
    input: object({ next }),
    answer: nothing,
    refuses: ['alreadyVerified'],
  }),
  /** For the form on the sign-in screen; does not sign in. */
  resendVerificationTo: command({
    may: 'identify',
    input: object({ email: text, password, next }),
    answer: nothing,
    refuses: ['invalidFields', 'enterBoth', 'wrongCredentials', 'alreadyVerified', 'deactivated'],
  }),
  /** Returns the same result whether or not the address has an account. */
  requestPasswordReset: command({
    may: 'identify',
    input: object({ email: text }),
    answer: nothing,
    refuses: ['invalidFields'],
  }),
  /** For the page that a reset link opens: checks the link before the person chooses a password. */
  checkResetLink: command({
    may: 'identify',
    input: object({ token }),
    /** Whether the account has never had a password. */
    answer: object({ first: flag }),
    refuses: ['linkUsed', 'linkExpired', 'linkUnknown'],
    once: false,
  }),
  resetPassword: command({
    may: 'identify',
    input: object({ token, password }),
    /** E-mail address of the account, to sign in with. */
    answer: object({ email: z.string() }),
    refuses: ['invalidFields', 'linkUsed', 'linkExpired', 'linkUnknown'],
  }),
  /** The account's own details, editable by its owner. */
  details: query({ may: 'ownAccount', input: nothing, answer: details }),
  /** Returns the saved details. `before` is what the form was opened with: see server/edits.ts. */
  saveDetails: command({
    may: 'ownAccount',
    input: object({ typed: details, before: details }),
    answer: details,
    refuses: ['invalidFields', 'editedMeanwhile'],
  }),
  setLanguage: command({ may: 'ownAccount', input: object({ language }), answer: nothing }),
  /** When the caller asked to be deleted. */
  deletion: query({ may: 'ownAccount', input: nothing, answer: object({ askedAt: z.nullable(instant) }) }),
  /** People can only ask to be deleted; an admin deletes them. */
  askForDeletion: command({ may: 'ownAccount', input: nothing, answer: nothing, refuses: ['lastAdmin'] }),
  withdrawDeletion: command({ may: 'ownAccount', input: nothing, answer: nothing }),

  /** One page of users whose name or e-mail contains the search; if `more` is true, counting stopped at `total`. */
  users: query({
    may: 'seeDesk',
    input: userPage,
    answer: object({ rows: z.array(listedUser), total, more: flag, page }),
  }),
  usersForExport: query({
    may: 'seeDesk',
    input: z.extend(userList, { part }),
    answer: object({ rows: z.array(listedUser), total, parts: count }),
  }),
  /** People who asked to be deleted, earliest request first. */
  deletionRequests: query({
    may: 'seeDesk',
    input: nothing,
    answer: z.array(object({ id, displayName: z.string(), familyName: z.string(), askedAt: instant })),
  }),
  /** E-mail addresses of these people's guardians; people without a guardian are left out. */
  guardianAddresses: query({
    may: 'manageUsers',
    feature: 'families',
    input: object({ people: z.array(id).check(z.maxLength(100)) }),
    answer: z.array(object({ personId: id, name: z.string(), email: z.string() })),
  }),
  /** Adds a person by name only, without an account; they can be invited to sign in later. */
  addPerson: command({
    may: 'registerOthers',
    feature: 'families',
    input: object({ displayName: text, familyName: text }),
    answer: object({ userId: id }),
    refuses: ['invalidFields'],
  }),
  /** Null when there is no such user. */
  user: query({ may: 'seeDesk', input: object({ userId: id }), answer: z.nullable(userDetails) }),
  /** The person's own phone number; empty if none. */
  phone: query({ may: 'manageUsers', input: object({ userId: id }), answer: object({ phone: z.string() }) }),
  /** A deactivated user can't sign in and is not included in any class; all sessions end at once, history stays. */
  setActive: command({
    may: 'manageUsers',
    input: object({ userId: id, active: flag }),
    answer: nothing,
    refuses: ['userNotFound', 'lastAdmin', 'ownAccount'],
  }),
  /** The password is the admin's own, typed again. */
  setRole: command({
    may: 'manageUsers',
    input: object({ userId: id, role: z.enum(roles), password }),
    answer: nothing,
    refuses: ['userNotFound', 'lastAdmin', 'noPassword', 'invalidFields'],
  }),
  /** Facts that decide whether the caller can change a user's role: see whyNotRole. */
  roleFacts: query({
    may: 'manageUsers',
    input: object({ userId: id }),
    answer: object({ isLastAdmin: flag, hasPassword: flag }),
  }),
  setMemberLevel: command({
    may: 'manageUsers',
    input: object({ userId: id, memberLevel: text }),
    answer: nothing,
    refuses: ['userNotFound', 'invalidFields'],
  }),
  /** Corrects a wrong name, date of birth or phone number. `before` is what the form was opened with. */
  correctPerson: command({
    may: 'manageUsers',
    input: object({ userId: id, typed: correction, before: correction }),
    answer: nothing,
    refuses: ['userNotFound', 'invalidFields', 'editedMeanwhile'],
  }),
  /** Corrects an address that nobody has verified; links to the wrong one end. */
  correctAddress: command({
    may: 'manageUsers',
    input: object({ userId: id, email: text }),
    answer: nothing,
    refuses: ['userNotFound', 'invalidFields', 'alreadyVerified', 'staffAddress'],
  }),
  /** Sends the invitation, or the letter to verify the address if there is a password, to an unverified address. */
  inviteAgain: command({
    may: 'manageUsers',
    input: object({ userId: id }),
    answer: nothing,
    refuses: ['userNotFound', 'alreadyVerified', 'userInactive'],
  }),
  setMembershipCategory: command({
    may: 'manageUsers',
    input: object({ userId: id, /** Its id. */ membershipCategory: z.nullable(id) }),
    answer: nothing,
    refuses: ['userNotFound', 'categoryNotOffered'],
  }),

  /** The newest lines of one log channel, or those before a line. Not in logs, because it needs people's names. */
  logs: query({
    may: 'seeDesk',
    input: logList,
    /**
     * `older`: id of the line before which the next page starts, null if none. A search scans a limited number of
     * lines.
     */
    answer: object({ lines: z.array(logLine), people: z.array(loggedPerson), older: z.nullable(z.int()) }),
  }),
  logsForExport: query({
    may: 'seeDesk',
    input: z.extend(logList, { part }),
    /** If the search stopped early, it continues before the line `older`. */
    answer: object({ rows: z.array(logLine), total, parts: count, older: z.nullable(z.int()) }),
  }),
})
