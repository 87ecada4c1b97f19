import * as z from 'zod/mini'
import {
  cents,
  count,
  date,
  flag,
  id,
  instant,
  month,
  object,
  page,
  part,
  searchText,
  text,
  total,
} from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { moneyWays, paidItems } from '#studio/payments/rules.ts'
import { creditReasons, MOST_LINES, numberedKinds, paperKinds, sellerData } from './rules.ts'

const feature = 'papers'

const buyerForm = object({ company: flag, name: text, registryCode: text, address: text })
/** The buyer of an invoice, as typed. */
export type BuyerForm = Readonly<z.infer<typeof buyerForm>>

const party = object({ name: z.string(), registryCode: z.string(), vatNumber: z.string(), address: z.string() })
const line = object({
  /** The person it was for. */
  person: z.string(),
  item: z.enum(paidItems),
  description: z.string(),
  /** The days on which it takes place or is valid; null if no longer known. */
  from: z.nullable(date),
  until: z.nullable(date),
  /** On a receipt and a statement: when and how it was paid. */
  paidDay: z.nullable(date),
  way: z.nullable(z.enum(moneyWays)),
  cents: z.number(),
  /** VAT in percent, at the time of sale; null if the studio was not liable. */
  vatRate: z.nullable(z.number()),
  /** The sibling discount in percent, already taken off; missing without one. */
  siblingPercent: z.optional(z.number()),
})

const paper = object({
  kind: z.enum(paperKinds),
  /** Empty for a statement. */
  number: z.string(),
  day: date,
  seller: z.extend(party, { email: z.string(), phone: z.string(), iban: z.string() }),
  buyer: party,
  /** The payer's reference number; empty if there is none. */
  reference: z.string(),
  lines: z.array(line),
  /** On an invoice: cents received before it was issued, and the deadline of the rest. */
  paid: z.number(),
  due: z.nullable(date),
  /** On a credit note: its invoice, and the reason. */
  of: z.nullable(object({ number: z.string(), day: date, reason: z.enum(creditReasons) })),
  /** Only on a statement. */
  year: z.nullable(z.number()),
})
/** The content of a paper, independent of the language. */
export type Paper = Readonly<z.infer<typeof paper>>

const listed = object({
  id,
  kind: z.enum(paperKinds),
  number: z.string(),
  day: date,
  cents: z.number(),
  /** What it is for, in one text. */
  about: z.string(),
  /** True for a receipt whose money was taken back, and for a fully credited invoice. */
  ended: flag,
})
export type ListedPaper = z.infer<typeof listed>

/** A paper that another one refers to; `id` is null after the retention period. */
const other = object({ id: z.nullable(id), number: z.string() })
const booked = object({
  key: id,
  /** Null after the retention period, when the content is deleted. */
  id: z.nullable(id),
  kind: z.enum(numberedKinds),
  number: z.string(),
  day: date,
  buyer: z.string(),
  registryCode: z.string(),
  /** The payer, if still known. */
  userId: z.nullable(id),
  about: z.string(),
  rates: z.array(object({ rate: z.number(), base: z.int(), vat: z.int() })),
  cents,
  /** True for a receipt whose money was taken back, and for a fully credited invoice. */
  ended: flag,
  creditedBy: z.array(other),
  /** For a credit note: its invoice. */
  of: z.nullable(other),
})
export type BookedPaper = z.infer<typeof booked>

/** `rate` is null for what was sold without VAT liability. */
const rates = z.array(object({ rate: z.nullable(z.number()), cents: z.int(), vat: z.int() }))
const sums = object({
  counted: z.array(object({ kind: z.enum(numberedKinds), count, cents: z.int() })),
  /** Number of receipts whose money was taken back. */
  ended: count,
  rates: object({ invoices: rates, receipts: rates }),
})
export type PaperSums = z.infer<typeof sums>

const which = { month, kind: z.nullable(z.enum(numberedKinds)), search: searchText }

const list = object({
  /** Newest first. */
  papers: z.array(listed),
  /** The years in which something was paid: there is a statement for each. */
  years: z.array(z.number()),
})

const invoiceable = object({
  payments: z.array(
    object({
      id,
      description: z.string(),
      /** Start of the class that it is for; null for anything else. */
      startsAt: z.nullable(instant),
      person: z.string(),
      cents,
      paid: flag,
    }),
  ),
  /** The payer's own name. */
  payer: z.string(),
  /** The buyer of the last invoice, else the payer's name. */
  buyer: buyerForm,
  /** What the settings lack for it. */
  sellerLacks: z.array(z.enum(sellerData)),
})

const made = object({ id, number: z.string() })
const chosen = { paymentIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_LINES)), buyer: buyerForm }
const year = z.int().check(z.minimum(2000), z.maximum(2099))

export const papers = contract('papers', {
  /** The caller's papers, as payer. */
  mine: query({ may: 'pay', feature, input: nothing, answer: list }),
  /** The same for the payer of a person. */
  ofUser: query({ may: 'seeDesk', feature, input: object({ userId: id }), answer: list }),
  /** The payments for which the caller can create an invoice. */
  toInvoice: query({ may: 'pay', feature, input: nothing, answer: invoiceable }),
  toInvoiceOf: query({
    may: 'seeDesk',
    feature,
    input: object({ userId: id }),
    answer: invoiceable,
  }),
  /** Returns the receipt of a confirmed payment; created on first use. */
  receipt: command({
    may: 'pay',
    feature,
    input: object({ paymentId: id }),
    answer: made,
    refuses: ['paymentNotFound', 'paymentNotConfirmed'],
  }),
  /** Creates an invoice for some of the caller's payments. */
  invoice: command({
    may: 'pay',
    feature,
    input: object(chosen),
    answer: made,
    refuses: ['invalidFields', 'paymentNotFound', 'alreadyInvoiced'],
  }),
  /** The same for payments of a person's payer. */
  invoiceFor: command({
    may: 'seeDesk',
    feature,
    input: object({ ...chosen, userId: id }),
    answer: made,
    refuses: ['invalidFields', 'paymentNotFound', 'alreadyInvoiced'],
  }),
  /** One page of all papers of a month, newest first. */
  ofMonth: query({
    may: 'confirmPayments',
    feature,
    input: object({ ...which, page }),
    answer: object({ rows: z.array(booked), total, page }),
  }),
  /** All of them sorted by number, with the VAT rates that occur. */
  ofMonthForExport: query({
    may: 'confirmPayments',
    feature,
    input: object({ ...which, part }),
    answer: object({ rows: z.array(booked), total, parts: count, rates: z.array(z.number()) }),
  }),
  sumsOfMonth: query({ may: 'confirmPayments', feature, input: object({ month }), answer: sums }),
  /** The content of a paper, for the route that draws the file. Null if the caller may not see it. */
  content: query({ may: 'pay', feature, live: false, input: object({ id }), answer: z.nullable(paper) }),
  /** A statement of what was paid within a year; with `userId` (staff only), by the payer of that person. */
  statement: query({
    may: 'pay',
    feature,
    live: false,
    input: object({ year, userId: z.optional(id) }),
    answer: z.nullable(paper),
  }),
})
