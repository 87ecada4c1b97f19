import type { Cents } from '#kernel/money.ts'
import { DAY, MINUTE, type Instant } from '#kernel/time.ts'
import { canMove, restOf, type Payment } from '#studio/payments/rules.ts'

/**
 * - `reading`: Stebby is being asked about it
 * - `found`: it can be used
 * - `failed`: it can't be used, or Stebby did not respond
 * - `noted`: to be used by an admin at Stebby's own desk
 * - `using`: to be used; Stebby is called once
 * - `unsure`: the call was sent, but its result is unknown
 * - `spare`: used, but its payment could not take it, so it can pay for another one
 * - `used`: used, and has paid
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
  /** Stebby could not be reached in time for the call. */
  'notSent',
  /** Stebby still listed it some time after the call. */
  'notUsed',
  /** For an unsure ticket: Stebby no longer lists it, so it was used, by us or elsewhere. */
  'gone',
] as const
export type TicketProblem = (typeof ticketProblems)[number]

/** How long the command to use a ticket is valid (ms); later the user may have done something else. */
export const PRESS_HOLDS = 2 * MINUTE
/** How long Stebby may process a call (ms); until then a ticket that is still listed may become used. */
export const USE_SETTLES = MINUTE
/** After this time (ms) a worker that called Stebby counts as dead; more than twice Stebby's timeout. */
export const LEASE = MINUTE

/** Reason in the history of a payment that was marked as paid by a noted code. */
export const NOTED = 'Stebby code noted'

const CODE = /^[A-Za-z0-9-]{3,64}$/
/** The code without the spaces that people type; null if it is not a code. */
export function codeOf(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '')
  return CODE.test(code) ? code : null
}

/** Whether a ticket may pay for it: a sum is open, and no payment marked by a teacher in another way is waiting. */
export const takesTicket = (payment: Payment): boolean =>
  restOf(payment) > 0 &&
  (canMove(payment.status, 'markAsPaidByTeacher') ||
    (payment.status === 'markedByTeacher' && payment.paymentMethod === 'stebby'))

/** A ticket worth less pays a part; one worth more pays the open sum, and the rest is lost. */
export const paysOf = (worth: Cents, rest: Cents): Cents => Math.min(worth, rest)

/** Whether it ends within a week, so that its holder should be warned. */
export const endsSoon = (validUntil: Instant | null, now: Instant): boolean =>
  validUntil !== null && validUntil - now < 7 * DAY
