import * as z from 'zod/mini'
import { count, flag, id, instant, object, page, part, searchText, text, total, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { channels, levels } from '#studio/logs/rules.ts'
import { roles, userSorts } from './rules.ts'

const language = z.enum(['en', 'et'])
/** Cut far above the rule's limit, so that the rule's own text is what people read. */
const password = upTo(1000)
const token = upTo(200)

const me = object({
  kind: z.enum(['visitor', 'unverified', ...roles]),
  accountId: z.nullable(id),
  userId: z.nullable(id),
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  familyName: z.nullable(z.string()),
  /** Of the account, for screens on which none was chosen yet. */
  language: z.nullable(language),
  membershipCategory: z.nullable(id),
  memberLevel: z.nullable(z.string()),
  /** The version of the studio's terms that was accepted last. */
  acceptedTerms: z.nullable(count),
  /** Staff who come to the desk once they have set up a second step: until then they are here as members. */
  needsSecondStep: flag,
})
export type Me = z.infer<typeof me>

const logLine = object({
  id: z.int(),
  level: z.enum(levels),
  /** In English, and in Estonian: null where a line is known in English alone. */
  message: z.string(),
  messageEt: z.nullable(z.string()),
  createdAt: instant,
  /** How often it was so; of a refusal that came again within the hour also when last. */
  count,
  lastAt: z.nullable(instant),
  userId: z.nullable(id),
  /** Null for a visitor, empty for a deleted user. */
  userName: z.nullable(z.string()),
  metadata: z.nullable(z.record(z.string(), z.unknown())),
})
export type LoggedLine = z.infer<typeof logLine>

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
  lastLogin: z.nullable(instant),
  deletedAt: z.nullable(instant),
})
export type UserDetails = z.infer<typeof userDetails>

/** Lines in which every word of the search stands, or of people whose name or e-mail has it. */
const logList = object({
  channel: z.enum(channels),
  search: searchText,
  before: z.nullable(z.int().check(z.minimum(1))),
})
const userList = object({ search: searchText, sort: z.enum(userSorts), order: z.enum(['asc', 'desc']) })
/** Of a page deep in the list, a link also names the user after whom it begins, or before whom it ends. */
const userPage = z.extend(userList, { page, after: z.optional(id), before: z.optional(id) })

const details = object({ displayName: text, familyName: text, phone: text, dob: text, language })
export type Details = z.infer<typeof details>

/** What is corrected about somebody else; a date of birth that nobody knows is empty. */
export const personDetails = object({ displayName: text, familyName: text, dob: text })
export type PersonDetails = z.infer<typeof personDetails>

export const accounts = contract('accounts', {
  /** One's own claims: who the session speaks for, and as what. */
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
    }),
    answer: nothing,
    refuses: ['invalidFields', 'emailTaken'],
  }),
  /** For oneself, and for those one is guardian of. */
  acceptTerms: command({
    may: 'ownAccount',
    input: object({ version: count }),
    answer: nothing,
    refuses: ['termsChanged'],
  }),
  signIn: command({
    may: 'identify',
    input: object({ email: text, password }),
    /** Where a second step is needed, nobody is signed in yet: the ticket is for signing.secondStep. */
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
  resendVerification: command({ may: 'signOut', input: nothing, answer: nothing, refuses: ['alreadyVerified'] }),
  /** For the sub-form of the sign-in screen: signs nobody in. */
  resendVerificationTo: command({
    may: 'identify',
    input: object({ email: text, password }),
    answer: nothing,
    refuses: ['invalidFields', 'enterBoth', 'wrongCredentials', 'alreadyVerified', 'deactivated'],
  }),
  /** Answers the same whether or not the address has an account. */
  requestPasswordReset: command({
    may: 'identify',
    input: object({ email: text }),
    answer: nothing,
    refuses: ['invalidFields'],
  }),
  /** For the page that a reset link opens: whether it still works, before anyone thinks of a password. */
  checkResetLink: command({
    may: 'identify',
    input: object({ token }),
    answer: nothing,
    refuses: ['linkUsed', 'linkExpired', 'linkUnknown'],
    once: false,
  }),
  resetPassword: command({
    may: 'identify',
    input: object({ token, password }),
    /** Whose password it is, to sign in with. */
    answer: object({ email: z.string() }),
    refuses: ['invalidFields', 'linkUsed', 'linkExpired', 'linkUnknown'],
  }),
  /** What one may say of oneself. */
  details: query({ may: 'ownAccount', input: nothing, answer: details }),
  /** Answers what was saved. `before` is what the form was begun with: see server/edits.ts. */
  saveDetails: command({
    may: 'ownAccount',
    input: object({ typed: details, before: details }),
    answer: details,
    refuses: ['invalidFields', 'editedMeanwhile'],
  }),
  setLanguage: command({ may: 'ownAccount', input: object({ language }), answer: nothing }),
  /** When the caller asked for their deletion. */
  deletion: query({ may: 'ownAccount', input: nothing, answer: object({ askedAt: z.nullable(instant) }) }),
  /** Asking is all that people can do themselves: an admin deletes, see the concept of privacy. */
  askForDeletion: command({ may: 'ownAccount', input: nothing, answer: nothing, refuses: ['lastAdmin'] }),
  withdrawDeletion: command({ may: 'ownAccount', input: nothing, answer: nothing }),

  /** One page of those whose name or e-mail contains the search; where there are `more`, only so many were counted. */
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
  /** Who waits for their deletion, first come first. */
  deletionRequests: query({
    may: 'seeDesk',
    input: nothing,
    answer: z.array(object({ id, displayName: z.string(), familyName: z.string(), askedAt: instant })),
  }),
  /** The guardians of these people, by whose addresses they are written to; those without any are left out. */
  guardianAddresses: query({
    may: 'manageUsers',
    feature: 'families',
    input: object({ people: z.array(id).check(z.maxLength(100)) }),
    answer: z.array(object({ personId: id, name: z.string(), email: z.string() })),
  }),
  /** Somebody who is known by name alone, and may be invited to sign in later. */
  addPerson: command({
    may: 'registerOthers',
    feature: 'families',
    input: object({ displayName: text, familyName: text }),
    answer: object({ userId: id }),
    refuses: ['invalidFields'],
  }),
  /** Null when there is no such user. */
  user: query({ may: 'seeDesk', input: object({ userId: id }), answer: z.nullable(userDetails) }),
  /** A person's own number; empty where there is none. */
  phone: query({ may: 'manageUsers', input: object({ userId: id }), answer: object({ phone: z.string() }) }),
  /** A deactivated user can't sign in and is included nowhere; all sessions end at once, and the history stays. */
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
  /** What decides beforehand whether the caller can change a user's role: see whyNotRole. */
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
  /** A name or a date of birth that was written wrong. `before` is what the form was begun with. */
  correctPerson: command({
    may: 'manageUsers',
    input: object({ userId: id, typed: personDetails, before: personDetails }),
    answer: nothing,
    refuses: ['userNotFound', 'invalidFields', 'editedMeanwhile'],
  }),
  setMembershipCategory: command({
    may: 'manageUsers',
    input: object({ userId: id, /** Its id. */ membershipCategory: z.nullable(id) }),
    answer: nothing,
    refuses: ['userNotFound', 'categoryNotOffered'],
  }),

  /** The newest lines of one log channel, or those before a line; here and not in logs, for it knows who people are. */
  logs: query({
    may: 'seeDesk',
    input: logList,
    /** Older ones begin before this line; null where there are none. A search looks through so many at a time. */
    answer: object({ lines: z.array(logLine), older: z.nullable(z.int()) }),
  }),
  logsForExport: query({
    may: 'seeDesk',
    input: z.extend(logList, { part }),
    /** Where a search was cut, it goes on before the line `older`. */
    answer: object({ rows: z.array(logLine), total, parts: count, older: z.nullable(z.int()) }),
  }),
})
