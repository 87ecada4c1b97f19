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
  /** What is paid for, by whom, and what of it is open. */
  description: z.string(),
  name: z.string(),
  rest: cents,
  /** Who typed or pressed; empty of an account that is gone. */
  byName: z.string(),
})
export type DeskTicket = z.infer<typeof deskTicket>

const feature = 'stebbyDesk'

export const stebby = contract('stebby', {
  /** Whether Stebby can be asked: without a key codes are noted. */
  connected: query({ may: 'seeDesk', feature, input: nothing, answer: object({ connected: flag }) }),
  /** The ticket that was last typed for a payment, as far as its use has come. */
  ofPayment: query({
    may: 'seeDesk',
    feature,
    input: object({ paymentId: id }),
    answer: object({ ticket: z.nullable(ticket) }),
  }),
  /** What waits for somebody: codes that were noted, and tickets of which nobody knows what became. */
  desk: query({
    may: 'confirmPayments',
    feature,
    input: nothing,
    answer: object({ waiting: z.array(deskTicket), unsure: z.array(deskTicket), used: z.array(deskTicket), total }),
  }),
  /** The same tickets, all that were ever used among them, the newest first. */
  ticketsForExport: query({
    may: 'confirmPayments',
    feature,
    input: object({ part }),
    answer: object({ rows: z.array(deskTicket), total, parts: count }),
  }),
  /** Asks Stebby what a ticket is. The answer comes by `ofPayment`. */
  look: command({
    may: 'registerOthers',
    feature,
    input: object({ paymentId: id, code: text }),
    answer: object({ id }),
    refuses: ['paymentNotFound', 'alreadyPaid', 'codeInvalid', 'codeTaken', 'notConnected'],
  }),
  /** Uses a ticket as it was shown: what becomes of it comes by `ofPayment`. */
  use: command({
    may: 'registerOthers',
    feature,
    input: object({ ticketId: id, paymentId: id }),
    answer: nothing,
    refuses: ['paymentNotFound', 'alreadyPaid', 'ticketChanged', 'otherTicket', 'notConnected'],
  }),
  /** Writes a code down, also without a network: the payment is marked as paid, and an admin looks after it. */
  note: command({
    may: 'registerOthers',
    feature,
    input: object({ paymentId: id, code: text, cents }),
    answer: object({ now: instant }),
    refuses: ['paymentNotFound', 'alreadyPaid', 'anotherSum', 'codeInvalid', 'codeTaken'],
  }),
  /** Asks Stebby once more about a ticket that waits for somebody. */
  lookAgain: command({
    may: 'confirmPayments',
    feature,
    input: object({ ticketId: id }),
    answer: nothing,
    refuses: ['ticketChanged', 'notConnected'],
  }),
  /** What a person has seen at Stebby's own desk: it was used for this payment and brought so much, or it was not. */
  decide: command({
    may: 'confirmPayments',
    feature,
    input: object({ ticketId: id, used: flag, cents }),
    answer: nothing,
    refuses: ['ticketChanged', 'alreadyPaid', 'invalidFields'],
  }),
})
