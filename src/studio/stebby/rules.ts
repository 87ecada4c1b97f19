import type { Cents } from '#kernel/money.ts'
import { MINUTE, type Instant } from '#kernel/time.ts'
import { canMove, restOf, type Payment } from '#studio/payments/rules.ts'

/**
 * - `reading`: Stebby is asked what it is
 * - `found`: it can be used
 * - `failed`: it can't, or Stebby did not say
 * - `noted`: written down, for an admin to use it at Stebby's own desk
 * - `using`: somebody has pressed; Stebby is asked once
 * - `unsure`: Stebby was asked to use it, and nobody knows what became of that
 * - `spare`: it is used, and its payment could not take it: it pays for another one
 * - `used`: it is used, and has paid
 * - `dropped`: an admin says that it pays for nothing here
 */
export const ticketStates = [
  'reading',
  'found',
  'failed',
  'noted',
  'using',
  'unsure',
  'spare',
  'used',
  'dropped',
] as const
export type TicketState = (typeof ticketStates)[number]

export const ticketProblems = [
  /** Stebby does not list it: mistyped, used or expired. */
  'absent',
  'expired',
  'worthNothing',
  'noAnswer',
  'keyRefused',
  'refused',
  /** It was pressed, and Stebby was not reached in time to ask. */
  'notSent',
  /** Stebby still listed it a while after it was asked to use it. */
  'notUsed',
  /** Of an unsure one: Stebby lists it no more, so that it was used, by us or elsewhere. */
  'gone',
] as const
export type TicketProblem = (typeof ticketProblems)[number]

/** A press is carried out within this time, or not at all: whoever pressed may have done something else since. */
export const PRESS_HOLDS = 2 * MINUTE
/** Stebby may take so long over what it was asked: until then a ticket that is still listed may yet become used. */
export const USE_SETTLES = MINUTE
/** Whoever asked Stebby and is not back after this time has died over it; more than twice what Stebby has to answer. */
export const LEASE = MINUTE

/** The reason in a payment's history of what counts as paid by a code that was noted. */
export const NOTED = 'Stebby code noted'

const CODE = /^[A-Za-z0-9-]{3,64}$/
/** As it is sent: people type it in groups. Null where it is no code. */
export function codeOf(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '')
  return CODE.test(code) ? code : null
}

/** Whether a ticket may pay for it: something is open, and nobody else's hand holds money for it. */
export const takesTicket = (payment: Payment): boolean =>
  restOf(payment) > 0 &&
  (canMove(payment.status, 'markAsPaidByTeacher') ||
    (payment.status === 'markedByTeacher' && payment.paymentMethod === 'stebby'))

/** A ticket that is worth less pays a part; one that is worth more pays what is open, and no more comes of it. */
export const paysOf = (worth: Cents, rest: Cents): Cents => Math.min(worth, rest)

/** So near its end that whoever holds it should hear of it. */
export const endsSoon = (validUntil: Instant | null, now: Instant): boolean =>
  validUntil !== null && validUntil - now < 7 * 24 * 60 * MINUTE
