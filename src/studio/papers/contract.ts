import * as z from 'zod/mini'
import { cents, count, date, flag, id, instant, object, page, part, searchText, text, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { paidItems, paymentMethods } from '#studio/payments/rules.ts'
import { creditReasons, MOST_LINES, numberedKinds, paperKinds } from './rules.ts'

const feature = 'papers'

const buyerForm = object({ company: flag, name: text, registryCode: text, address: text })
/** To whom an invoice is, as it is typed. */
export type BuyerForm = Readonly<z.infer<typeof buyerForm>>

const party = object({ name: z.string(), registryCode: z.string(), vatNumber: z.string(), address: z.string() })
const line = object({
  /** For whom it was. */
  person: z.string(),
  item: z.enum(paidItems),
  description: z.string(),
  /** On which days it takes place, or holds; null where that is not known any more. */
  from: z.nullable(date),
  until: z.nullable(date),
  /** On a receipt and a statement: when it was paid, and how. */
  paidDay: z.nullable(date),
  way: z.nullable(z.enum(paymentMethods)),
  cents: z.number(),
  /** In percent, as it was at the sale; null where the studio was not liable. */
  vatRate: z.nullable(z.number()),
  /** The sibling discount that is taken off already, in percent; missing without one. */
  siblingPercent: z.optional(z.number()),
})

const paper = object({
  kind: z.enum(paperKinds),
  /** Empty on a statement. */
  number: z.string(),
  day: date,
  seller: z.extend(party, { email: z.string(), phone: z.string(), iban: z.string() }),
  buyer: party,
  /** The payer's reference number; empty without one. */
  reference: z.string(),
  lines: z.array(line),
  /** On an invoice: what had come by then, and by when the rest is to come. */
  paid: z.number(),
  due: z.nullable(date),
  /** On a credit note: the invoice, and why. */
  of: z.nullable(object({ number: z.string(), day: date, reason: z.enum(creditReasons) })),
  /** On a statement. */
  year: z.nullable(z.number()),
})
/** All that stands on a paper, in no language yet. */
export type Paper = Readonly<z.infer<typeof paper>>

const listed = object({
  id,
  kind: z.enum(paperKinds),
  number: z.string(),
  day: date,
  cents: z.number(),
  /** What it is for, as one text. */
  about: z.string(),
  /** A receipt of money that was taken back since, or an invoice of which nothing is left. */
  ended: flag,
})
export type ListedPaper = z.infer<typeof listed>

/** A paper that another one names; without an id once it need not be kept any more. */
const other = object({ id: z.nullable(id), number: z.string() })
const booked = object({
  key: id,
  /** Null once what stands on it need not be kept any more. */
  id: z.nullable(id),
  kind: z.enum(numberedKinds),
  number: z.string(),
  day: date,
  buyer: z.string(),
  registryCode: z.string(),
  /** Whoever pays, where they are known. */
  userId: z.nullable(id),
  about: z.string(),
  rates: z.array(object({ rate: z.number(), base: z.int(), vat: z.int() })),
  cents,
  /** A receipt of money that was taken back since, or an invoice of which nothing is left. */
  ended: flag,
  creditedBy: z.array(other),
  /** The invoice of a credit note. */
  of: z.nullable(other),
})
export type BookedPaper = z.infer<typeof booked>

/** What was sold without liability is of no rate. */
const rates = z.array(object({ rate: z.nullable(z.number()), cents: z.int(), vat: z.int() }))
const sums = object({
  counted: z.array(object({ kind: z.enum(numberedKinds), count, cents: z.int() })),
  /** Receipts of money that was taken back since. */
  ended: count,
  rates: object({ invoices: rates, receipts: rates }),
})
export type PaperSums = z.infer<typeof sums>

/** On the calendar, "2026-11". */
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
const which = { month, kind: z.nullable(z.enum(numberedKinds)), search: searchText }

const list = object({
  /** The newest first. */
  papers: z.array(listed),
  /** In which something was paid: there is a statement for each. */
  years: z.array(z.number()),
})

const invoiceable = object({
  payments: z.array(
    object({
      id,
      description: z.string(),
      /** When the class begins that it is for; null of all else. */
      startsAt: z.nullable(instant),
      person: z.string(),
      cents,
      paid: flag,
    }),
  ),
  /** The last invoice's, else the payer's name. */
  buyer: buyerForm,
})

const made = object({ id, number: z.string() })
const chosen = { paymentIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_LINES)), buyer: buyerForm }
const year = z.int().check(z.minimum(2000), z.maximum(2099))

export const papers = contract('papers', {
  /** The papers of the caller, as payer. */
  mine: query({ may: 'pay', feature, input: nothing, answer: list }),
  /** The same of whoever pays for a person. */
  ofUser: query({ may: 'seeDesk', feature, input: object({ userId: id }), answer: list }),
  /** What the caller can have an invoice for. */
  toInvoice: query({ may: 'pay', feature, input: nothing, answer: invoiceable }),
  toInvoiceOf: query({ may: 'seeDesk', feature, input: object({ userId: id }), answer: invoiceable }),
  /** A confirmed payment's receipt: made when it is first asked for. */
  receipt: command({
    may: 'pay',
    feature,
    input: object({ paymentId: id }),
    answer: made,
    refuses: ['paymentNotFound', 'paymentNotConfirmed'],
  }),
  /** An invoice for some of the caller's payments. */
  invoice: command({
    may: 'pay',
    feature,
    input: object(chosen),
    answer: made,
    refuses: ['invalidFields', 'paymentNotFound', 'alreadyInvoiced'],
  }),
  /** The same for payments of whoever pays for a person. */
  invoiceFor: command({
    may: 'seeDesk',
    feature,
    input: object({ ...chosen, userId: id }),
    answer: made,
    refuses: ['invalidFields', 'paymentNotFound', 'alreadyInvoiced'],
  }),
  /** One page of all papers of a month, the newest first. */
  ofMonth: query({
    may: 'confirmPayments',
    feature,
    input: object({ ...which, page }),
    answer: object({ rows: z.array(booked), total, page }),
  }),
  /** All of them by their numbers, and which rates of tax stand on them. */
  ofMonthForExport: query({
    may: 'confirmPayments',
    feature,
    input: object({ ...which, part }),
    answer: object({ rows: z.array(booked), total, parts: count, rates: z.array(z.number()) }),
  }),
  sumsOfMonth: query({ may: 'confirmPayments', feature, input: object({ month }), answer: sums }),
  /** What stands on a paper: for the file, which a route draws. Null where it is not the caller's to see. */
  content: query({ may: 'pay', feature, live: false, input: object({ id }), answer: z.nullable(paper) }),
  /** What was paid within a year; of whoever pays for a person, where staff name one. */
  statement: query({
    may: 'pay',
    feature,
    live: false,
    input: object({ year, userId: z.optional(id) }),
    answer: z.nullable(paper),
  }),
})
