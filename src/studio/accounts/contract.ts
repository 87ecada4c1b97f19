import * as z from 'zod/mini'
import { id, text } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { membershipCategories, roles } from './rules.ts'

const language = z.enum(['en', 'et'])
/** Cut far above the rule's limit, so that the rule's own text is what people read. */
const password = z.string().check(z.maxLength(1000))
const token = z.string().check(z.maxLength(200))

const me = z.object({
  kind: z.enum(['visitor', 'unverified', ...roles]),
  userId: z.nullable(id),
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  familyName: z.nullable(z.string()),
  membershipCategory: z.nullable(z.enum(membershipCategories)),
  memberLevel: z.nullable(z.string()),
})
export type Me = z.infer<typeof me>

export const accounts = contract('accounts', {
  /** One's own claims: who the session speaks for, and as what. */
  me: query({ may: 'identify', input: nothing, answer: me }),
  signUp: command({
    may: 'identify',
    input: z.object({ displayName: text, familyName: text, dob: text, email: text, password, language }),
    answer: nothing,
    refuses: ['invalidFields', 'emailTaken'],
  }),
  signIn: command({
    may: 'identify',
    input: z.object({ email: text, password }),
    answer: z.object({ kind: z.enum(['unverified', ...roles]) }),
    refuses: ['invalidFields', 'wrongCredentials', 'deactivated'],
    once: false,
  }),
  signOut: command({ may: 'identify', input: nothing, answer: nothing, once: false }),
  verifyEmail: command({
    may: 'identify',
    input: z.object({ token }),
    answer: z.object({ email: z.string() }),
    refuses: ['linkUsed', 'linkExpired', 'linkUnknown'],
  }),
  /** For the banner of someone signed in and not yet verified. */
  resendVerification: command({ may: 'signOut', input: nothing, answer: nothing, refuses: ['alreadyVerified'] }),
  /** For the sub-form of the sign-in screen: signs nobody in. */
  resendVerificationTo: command({
    may: 'identify',
    input: z.object({ email: text, password }),
    answer: nothing,
    refuses: ['invalidFields', 'enterBoth', 'wrongCredentials', 'alreadyVerified', 'deactivated'],
  }),
  /** Answers the same whether or not the address has an account. */
  requestPasswordReset: command({
    may: 'identify',
    input: z.object({ email: text }),
    answer: nothing,
    refuses: ['invalidFields'],
  }),
  resetPassword: command({
    may: 'identify',
    input: z.object({ token, password }),
    answer: nothing,
    refuses: ['invalidFields', 'linkUsed', 'linkExpired', 'linkUnknown'],
  }),
  setLanguage: command({ may: 'signOut', input: z.object({ language }), answer: nothing }),

  setRole: command({
    may: 'manageUsers',
    input: z.object({ userId: id, role: z.enum(roles) }),
    answer: nothing,
    refuses: ['userNotFound', 'lastAdmin'],
  }),
  setMemberLevel: command({
    may: 'manageUsers',
    input: z.object({ userId: id, memberLevel: text }),
    answer: nothing,
    refuses: ['userNotFound', 'invalidFields'],
  }),
  setMembershipCategory: command({
    may: 'manageUsers',
    input: z.object({ userId: id, membershipCategory: z.nullable(z.enum(membershipCategories)) }),
    answer: nothing,
    refuses: ['userNotFound'],
  }),
})
