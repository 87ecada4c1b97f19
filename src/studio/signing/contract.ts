import * as z from 'zod/mini'
import { count, flag, id, instant, object, text, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { roles } from '#studio/accounts/rules.ts'

/** Cut far above the rule's limit, so that the rule's own text is what people read. */
const password = upTo(1000)
const token = upTo(200)
/** Of an authenticator, or for recovery. */
const code = upTo(100)
const deadLink = ['linkUsed', 'linkExpired', 'linkUnknown'] as const

const session = object({
  id,
  /** As the browser calls itself. */
  device: z.string(),
  since: instant,
  /** Some minutes ago at the most while it is being used. */
  lastSeen: instant,
})
export type OpenSession = z.infer<typeof session>

const passkey = object({ id, name: z.string(), createdAt: instant, lastUsedAt: z.nullable(instant) })
export type Passkey = z.infer<typeof passkey>

/** What a browser's authenticator is asked or says, as JSON: WebAuthn's own shapes, which a kept library checks. */
const webAuthn = upTo(8_000)

const ways = object({
  email: z.string(),
  /** An address that waits for the press behind its letter. */
  pendingEmail: z.nullable(z.string()),
  /** Null where the account has none. */
  passwordChangedAt: z.nullable(instant),
  /** First come first. */
  passkeys: z.array(passkey),
  /** Whether the provider's sign-in opens this account. */
  linked: flag,
  /** Null for who is not offered it: members. */
  twoSteps: z.nullable(object({ on: flag, codesLeft: count })),
})
export type Ways = z.infer<typeof ways>

export const signing = contract('signing', {
  /** By what the caller signs in. */
  ways: query({ may: 'ownAccount', input: nothing, answer: ways }),
  /** Sends a letter to the new address; it counts once `takeAddress` was called from there. */
  askForAddress: command({
    may: 'ownAccount',
    input: object({ email: text }),
    answer: nothing,
    refuses: ['invalidFields'],
  }),
  /** For the page that the letter opens: which address it is about. */
  checkAddressLink: command({
    may: 'identify',
    input: object({ token }),
    answer: object({ email: z.string() }),
    refuses: deadLink,
    once: false,
  }),
  takeAddress: command({
    may: 'ownAccount',
    input: object({ token }),
    answer: object({ email: z.string() }),
    refuses: [...deadLink, 'otherAccount', 'emailTaken'],
  }),
  /** The same for the letter to the address before. */
  checkKeepLink: command({
    may: 'identify',
    input: object({ token }),
    answer: object({ email: z.string() }),
    refuses: deadLink,
    once: false,
  }),
  /** Undoes the change of address and ends what was opened since; `token` lets its owner choose a new password. */
  keepAddress: command({
    may: 'identify',
    input: object({ token }),
    answer: object({ token: z.string() }),
    refuses: [...deadLink, 'emailTaken'],
    // its answer is a key to the account, and kept nowhere
    once: false,
  }),
  /** Ends the caller's other sessions. */
  changePassword: command({
    may: 'ownAccount',
    input: object({ password, newPassword: password }),
    answer: nothing,
    refuses: ['invalidFields'],
  }),

  /** What a browser is asked in order to make a passkey; its challenge is good once, for five minutes. */
  passkeyToAdd: command({
    may: 'ownAccount',
    input: nothing,
    answer: object({ options: z.string() }),
    refuses: ['passkeyFirst'],
    once: false,
  }),
  addPasskey: command({
    may: 'ownAccount',
    input: object({ response: webAuthn }),
    answer: nothing,
    refuses: ['passkeyFailed', 'tooManyPasskeys', 'passkeyFirst'],
  }),
  removePasskey: command({
    may: 'ownAccount',
    input: object({ passkeyId: upTo(2000) }),
    answer: nothing,
    refuses: ['passkeyFirst'],
  }),
  /** The same for signing in, whoever it may be. */
  passkeyToSignIn: command({ may: 'identify', input: nothing, answer: object({ options: z.string() }), once: false }),
  signInWithPasskey: command({
    may: 'identify',
    input: object({ response: webAuthn }),
    answer: object({ kind: z.enum(['unverified', ...roles]) }),
    refuses: ['passkeyFailed', 'passkeyUnknown', 'deactivated'],
    once: false,
  }),

  /** Makes a secret for an authenticator; it counts once a first code has shown that it is there. */
  beginTwoSteps: command({
    may: 'ownAccount',
    input: nothing,
    answer: object({ secret: z.string(), uri: z.string() }),
    refuses: ['twoStepsOn', 'passkeyFirst'],
    once: false,
  }),
  /** Answers the recovery codes, which nobody can be told again. */
  confirmTwoSteps: command({
    may: 'ownAccount',
    input: object({ code }),
    answer: object({ codes: z.array(z.string()) }),
    refuses: ['twoStepsOn', 'invalidFields'],
    once: false,
  }),
  endTwoSteps: command({ may: 'ownAccount', input: object({ code }), answer: nothing, refuses: ['invalidFields'] }),
  /** Ends a sign-in that a password has begun; the code may be one for recovery. */
  secondStep: command({
    may: 'identify',
    input: object({ ticket: token, email: text, code }),
    answer: object({ kind: z.enum(['unverified', ...roles]) }),
    refuses: ['invalidFields', 'ticketOver', 'deactivated'],
    once: false,
  }),

  /** Where else one may sign in; null where nowhere. */
  provider: query({ may: 'browse', input: nothing, answer: z.nullable(object({ name: z.string() })) }),
  /** Where to go, and the state by which this browser is known when it comes back. */
  beginProvider: command({
    may: 'identify',
    input: nothing,
    answer: object({ url: z.string(), state: z.string() }),
    refuses: ['providerAway'],
    once: false,
  }),
  /** Signs in who is linked, or links who was signed in when it began. */
  finishProvider: command({
    may: 'identify',
    input: object({ state: token, query: upTo(8000) }),
    answer: object({
      kind: z.enum(['unverified', 'secondStep', 'linked', ...roles]),
      ticket: z.optional(z.string()),
      email: z.optional(z.string()),
    }),
    refuses: ['providerFailed', 'linkedElsewhere', 'linkNeeded', 'noAccount', 'deactivated', 'passkeyFirst'],
    once: false,
  }),
  unlinkProvider: command({ may: 'ownAccount', input: nothing, answer: nothing, refuses: ['passkeyFirst'] }),

  /** Where the caller is signed in, last seen first. */
  sessions: query({ may: 'ownAccount', input: nothing, answer: z.array(session) }),
  /** Which of them this one is: no live answer can say, for it is the same on all of one's devices. */
  thisSession: command({ may: 'ownAccount', input: nothing, answer: object({ sessionId: id }), once: false }),
  endSession: command({ may: 'ownAccount', input: object({ sessionId: id }), answer: nothing }),
  endOtherSessions: command({ may: 'ownAccount', input: nothing, answer: object({ any: flag }) }),
})
