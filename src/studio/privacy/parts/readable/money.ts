import { capital } from '#kernel/messages.ts'
import { leftOf } from '#studio/memberships/rules/book.ts'
import { reasons } from '#studio/payments/messages/reasons.ts'
import type { Held } from '../../contract.ts'
import { type HeldAbout, type Part, type Reader, wordOf } from './reader.ts'

export function payParts(held: Held, { t, formats, moment }: Reader): Part[] {
  return [
    {
      title: t.payRates,
      columns: [t.payFrom, t.payBase, t.payPerHead, t.payMost],
      rows: held.pay.rates.map((one) => [
        formats.dateOfYear(one.from),
        formats.euros(one.baseInCents),
        formats.euros(one.perHeadInCents),
        one.mostInCents === null ? '' : formats.euros(one.mostInCents),
      ]),
    },
    {
      title: t.taught,
      columns: [t.waitedFor, t.when],
      rows: held.pay.taught.map((one) => [one.name, moment(one.startsAt)]),
    },
    {
      title: t.payLines,
      columns: [t.payMonth, t.waitedFor, t.when, t.payHeads, t.paySum],
      rows: held.pay.lines.map((one) => [
        one.month,
        one.name,
        moment(one.startsAt),
        String(one.heads),
        formats.euros(one.amountInCents),
      ]),
    },
  ]
}

function passStatus(pass: Held['memberships'][number], now: string, t: Reader['t']): string {
  if (pass.status === 'cancelled') return t.statuses.cancelled
  if (pass.validUntil <= now) return t.expired
  return leftOf(pass) === 0 ? t.usedUp : t.statuses.active
}

export function membershipPart(held: HeldAbout, { t, book, formats, moment }: Reader): Part {
  return {
    title: t.memberships,
    columns: [t.membership, t.used, t.validUntil, t.status, t.createdAt, t.history],
    rows: held.memberships.map((one) => [
      one.name,
      `${one.classesUsed}/${one.classLimit}`,
      moment(one.validUntil),
      passStatus(one, held.madeAt, t),
      moment(one.boughtAt),
      [
        ...one.freezes.map(({ state, firstDay, lastDay, reason, answer }) =>
          [t.freezes[state], `${formats.dateOfYear(firstDay)} – ${formats.dateOfYear(lastDay)}`, reason, answer]
            .filter(Boolean)
            .join(' '),
        ),
        ...one.book.map(({ at, kind, className, remaining, reason }) =>
          [moment(at), book.kinds[kind], className, reason, t.left(remaining)].filter(Boolean).join(' '),
        ),
      ].join('; '),
    ]),
  }
}

export function paymentPart(held: HeldAbout, { language, t, pay, formats, moment }: Reader): Part {
  return {
    title: t.payments,
    columns: [
      t.item,
      t.price,
      t.amount,
      t.letGo,
      t.method,
      t.discountCode,
      t.status,
      t.createdAt,
      t.receipts,
      t.history,
    ],
    rows: held.payments.map((one) => [
      `${one.description} (${pay.items[one.item]})`,
      formats.euros(one.priceInCents),
      one.amountInCents === null ? null : formats.euros(one.amountInCents),
      one.letGoInCents === 0 ? null : formats.euros(one.letGoInCents),
      pay.methods[one.method],
      one.discountCode,
      pay.statuses[one.status],
      moment(one.createdAt),
      one.receipts
        .map(
          ({ day, amountInCents, method }) =>
            `${formats.dateOfYear(day)} ${formats.euros(amountInCents)} (${method === 'credit' ? pay.credit : pay.methods[method]})`,
        )
        .join('; '),
      one.history
        .map(({ at, by, reason }) => `${moment(at)} ${capital(wordOf(reasons[language], reason))} (${t.who[by]})`)
        .join('; '),
    ]),
  }
}

export function bankParts(held: Held, { t, pay, formats, moment }: Reader): Part[] {
  return [
    {
      title: t.references,
      columns: [pay.reference, t.createdAt],
      rows: held.references.map((one) => [one.reference, moment(one.since)]),
    },
    {
      title: t.transfers,
      columns: [t.createdAt, t.amount, pay.payer, pay.iban, pay.explanation],
      rows: held.transfers.map((one) => [
        formats.dateOfYear(one.day),
        formats.euros(one.amountInCents),
        one.name,
        one.iban,
        one.text,
      ]),
    },
    {
      title: pay.credit,
      columns: [t.createdAt, t.amount],
      rows: held.credit.map((one) => [formats.dateOfYear(one.day), formats.euros(one.amountInCents)]),
    },
  ]
}

export function ticketPart(held: Held, { t, formats, moment }: Reader): Part {
  return {
    title: t.stebbyTickets,
    columns: [t.createdAt, t.ticketCode, t.service, t.holder, t.amount],
    rows: held.stebbyTickets.map((one) => [
      moment(one.since),
      one.code,
      one.service,
      one.holder,
      one.amountInCents === null ? null : formats.euros(one.amountInCents),
    ]),
  }
}

export function paperParts(held: Held, { t, formats }: Reader): Part[] {
  return [
    {
      title: t.papers,
      columns: [t.paper, t.createdAt, t.amount],
      rows: held.papers.map((one) => [one.number, formats.dateOfYear(one.day), formats.euros(one.amountInCents)]),
    },
    {
      title: t.invoicesTo,
      columns: [],
      rows: held.invoicesTo
        ? Object.values(held.invoicesTo)
            .filter(Boolean)
            .map((text) => [text])
        : [],
    },
  ]
}
