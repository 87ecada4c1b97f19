import * as z from 'zod/mini'
import { cents, count, flag, id, instant, object, part, text, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { ticketProblems, ticketStates } from './rules.ts'

const ticket = object({
  id,
  code: z.string(),
  paymentId: id,
  state: z.enum(ticketStates),
  problem: z.nullable(z.enum(ticketProblems)),
  service: z.nullable(z.string()),
  holder: z.nullable(z.string()),
  validUntil: z.nullable(instant),
  worth: z.nullable(cents),
  noted: flag,
  typedAt: instant,
})
export type Ticket = z.infer<typeof ticket>

const deskTicket = z.extend(ticket, {
  /** The item, the payer's name, and the open sum. */
  description: z.string(),
  name: z.string(),
  rest: cents,
  /** Account that typed or used it last; empty if the account was deleted. */
  byName: z.string(),
})
export type DeskTicket = z.infer<typeof deskTicket>

const feature = 'stebbyDesk'

export const stebby = contract('stebby', {
  /** Whether Stebby can be called: without an API key, codes are only noted. */
  connected: query({ may: 'seeDesk', feature, input: nothing, answer: object({ connected: flag }) }),
  /** The latest ticket typed for a payment, with its state. */
  ofPayment: query({
    may: 'seeDesk',
    feature,
    input: object({ paymentId: id }),
    answer: object({ ticket: z.nullable(ticket) }),
  }),
  /** Tickets that need an admin: noted codes, and tickets whose use is uncertain. */
  desk: query({
    may: 'confirmPayments',
    feature,
    input: nothing,
    answer: object({ waiting: z.array(deskTicket), unsure: z.array(deskTicket), used: z.array(deskTicket), total }),
  }),
  /** The same tickets together with all that were ever used, the newest first. */
  ticketsForExport: query({
    may: 'confirmPayments',
    feature,
    input: object({ part }),
    answer: object({ rows: z.array(deskTicket), total, parts: count }),
  }),
  /** Asks Stebby about a ticket. The result comes through `ofPayment`. */
  look: command({
    may: 'registerOthers',
    feature,
    input: object({ paymentId: id, code: text }),
    answer: object({ id }),
    refuses: ['paymentNotFound', 'alreadyPaid', 'codeInvalid', 'codeTaken', 'notConnected'],
  }),
  /** Uses a ticket as it was shown. The result comes through `ofPayment`. */
  use: command({
    may: 'registerOthers',
    feature,
    input: object({ ticketId: id, paymentId: id }),
    answer: nothing,
    refuses: ['paymentNotFound', 'alreadyPaid', 'ticketChanged', 'otherTicket', 'notConnected'],
  }),
  /** Notes a code, also offline: the payment is marked as paid, and an admin checks it later. */
  note: command({
    may: 'registerOthers',
    feature,
    /** `tappedAt`: studio time of the tap, as the device knows it; without it, now. */
    input: object({ paymentId: id, code: text, cents, tappedAt: z.optional(instant) }),
    answer: object({ now: instant }),
    refuses: ['paymentNotFound', 'alreadyPaid', 'anotherSum', 'codeInvalid', 'codeTaken'],
  }),
  /** Asks Stebby again about a ticket that needs an admin. */
  lookAgain: command({
    may: 'confirmPayments',
    feature,
    input: object({ ticketId: id }),
    answer: nothing,
    refuses: ['ticketChanged', 'notConnected'],
  }),
  /**
   * What an admin has seen at Stebby's own desk: the ticket was used for this payment and paid so much, or was not
   * used.
   */
  decide: command({
    may: 'confirmPayments',
    feature,
    input: object({ ticketId: id, used: flag, cents }),
    answer: nothing,
    refuses: ['ticketChanged', 'alreadyPaid', 'invalidFields'],
  }),
})
