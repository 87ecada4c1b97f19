import * as z from 'zod/mini'
import { count, flag, id, instant, object, text, upTo } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { roles } from '#studio/accounts/rules.ts'

/** Cut far above the rule's limit, so that people read the rule's own message. */
const password = upTo(1000)
const token = upTo(200)
/** From an authenticator, or a recovery code. */
const code = upTo(100)
const deadLink = ['linkUsed', 'linkExpired', 'linkUnknown'] as const

const session = object({
  id,
  /** The browser's User-Agent header. */
  device: z.string(),
  since: instant,
  /** At most some minutes old while the session is in use. */
  lastSeen: instant,
})
export type OpenSession = z.infer<typeof session>

const passkey = object({ id, name: z.string(), createdAt: instant, lastUsedAt: z.nullable(instant) })
export type Passkey = z.infer<typeof passkey>

/** A WebAuthn request or response as JSON, checked by a maintained library. */
const webAuthn = upTo(8_000)

const ways = object({
  email: z.string(),
  /** New address, until it is confirmed with the link in its letter. */
  pendingEmail: z.nullable(z.string()),
  /** Staff confirm a new address with their password. */
  addressNeedsPassword: flag,
  /** Null if the account has no password. */
  passwordChangedAt: z.nullable(instant),
  /** In order of creation. */
  passkeys: z.array(passkey),
  /** Whether the account is linked to the sign-in provider. */
  linked: flag,
  /** Null for members, to whom it is not offered. */
  twoSteps: z.nullable(object({ on: flag, codesLeft: count })),
})
export type Ways = z.infer<typeof ways>

export const signing = contract('signing', {
  /** The caller's ways to sign in. */
  ways: query({ may: 'ownAccount', input: nothing, answer: ways }),
  /** Sends a letter to the new address, which takes effect with `takeAddress`. */
  askForAddress: command({
    may: 'ownAccount',
    /** The password is asked only of staff: see `addressNeedsPassword`. */
    input: object({ email: text, password }),
    answer: nothing,
    refuses: ['noPassword', 'invalidFields'],
  }),
  /** Returns the address that a letter's link is about, for its page. */
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
  /** The same for the letter to the old address. */
  checkKeepLink: command({
    may: 'identify',
    input: object({ token }),
    answer: object({ email: z.string() }),
    refuses: deadLink,
    once: false,
  }),
  /** Restores the old address and ends all sessions; with `token` its owner can choose a new password. */
  keepAddress: command({
    may: 'identify',
    input: object({ token }),
    answer: object({ token: z.string() }),
    refuses: [...deadLink, 'emailTaken'],
    // the response is a key to the account, so it must not be stored
    once: false,
  }),
  /** Ends the caller's other sessions. */
  changePassword: command({
    may: 'ownAccount',
    input: object({ password, newPassword: password }),
    answer: nothing,
    refuses: ['invalidFields'],
  }),

  /** Options for creating a passkey; the challenge can be used once, within five minutes. */
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
  /** The same for signing in, for any account. */
  passkeyToSignIn: command({ may: 'identify', input: nothing, answer: object({ options: z.string() }), once: false }),
  signInWithPasskey: command({
    may: 'identify',
    input: object({ response: webAuthn }),
    answer: object({ kind: z.enum(['unverified', ...roles]) }),
    refuses: ['passkeyFailed', 'passkeyUnknown', 'deactivated'],
    once: false,
  }),

  /** Creates a secret for an authenticator; it takes effect with the first valid code. */
  beginTwoSteps: command({
    may: 'ownAccount',
    input: nothing,
    answer: object({ secret: z.string(), uri: z.string() }),
    refuses: ['twoStepsOn', 'passkeyFirst'],
    once: false,
  }),
  /** Returns the recovery codes, which cannot be shown again. */
  confirmTwoSteps: command({
    may: 'ownAccount',
    input: object({ code }),
    answer: object({ codes: z.array(z.string()) }),
    refuses: ['twoStepsOn', 'invalidFields'],
    once: false,
  }),
  endTwoSteps: command({ may: 'ownAccount', input: object({ code }), answer: nothing, refuses: ['invalidFields'] }),
  /** Completes a sign-in after the password, with an authenticator or recovery code. */
  secondStep: command({
    may: 'identify',
    input: object({ ticket: token, email: text, code }),
    answer: object({ kind: z.enum(['unverified', ...roles]) }),
    refuses: ['invalidFields', 'ticketOver', 'deactivated'],
    once: false,
  }),

  /** The sign-in provider; null if none is configured. */
  provider: query({ may: 'browse', input: nothing, answer: z.nullable(object({ name: z.string() })) }),
  /** Returns the provider's URL, and the state that identifies this browser when it comes back. */
  beginProvider: command({
    may: 'identify',
    input: nothing,
    answer: object({ url: z.string(), state: z.string() }),
    refuses: ['providerAway'],
    once: false,
  }),
  /** Signs in a linked user, or links the user who was signed in at the start. */
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

  /** The caller's sessions, last seen first. */
  sessions: query({ may: 'ownAccount', input: nothing, answer: z.array(session) }),
  /** Id of this session. A command, as live queries have the same result in all sessions of a user. */
  thisSession: command({ may: 'ownAccount', input: nothing, answer: object({ sessionId: id }), once: false }),
  endSession: command({ may: 'ownAccount', input: object({ sessionId: id }), answer: nothing }),
  endOtherSessions: command({ may: 'ownAccount', input: nothing, answer: object({ any: flag }) }),
})
