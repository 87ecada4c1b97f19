import { vatWithin, type Cents } from '#kernel/money.ts'
import { isRegistryCode } from '#kernel/registryCode.ts'
import { isBlank, isMisleading } from '#kernel/visible.ts'
import { isSettled, type Payment, type Standing } from '#studio/payments/rules.ts'
import type { Sections } from '#studio/settings/rules.ts'
import type { BuyerForm, Paper } from './contract.ts'

export type { BuyerForm, Paper }
export type PaperLine = Paper['lines'][number]

export const paperKinds = ['receipt', 'invoice', 'creditNote', 'statement'] as const
export type PaperKind = (typeof paperKinds)[number]
/** The kinds with a number. A statement has none, since it only repeats other records. */
export const numberedKinds = ['invoice', 'creditNote', 'receipt'] as const satisfies readonly PaperKind[]
export type NumberedKind = (typeof numberedKinds)[number]

/** An accountant's month has two lists: the money that came, and the papers. */
export const bookTabs = ['money', 'papers'] as const
export type BookTab = (typeof bookTabs)[number]

/** The series of a paper; numbers have no gaps within a series and year. */
export const seriesOf = (kind: NumberedKind): 'A' | 'R' => (kind === 'receipt' ? 'R' : 'A')

/** Such as 'A-2026-0001'. */
export const numberOf = (series: 'A' | 'R', year: number, number: number): string =>
  `${series}-${year}-${String(number).padStart(4, '0')}`

/** Parses a typed number, also in lower case or without the zeros; null if it is none. */
export function numberFrom(typed: string): { series: 'A' | 'R'; year: number; number: number } | null {
  const [, series, year, number] = /^([AR])[-\s](\d{4})[-\s](\d{1,6})$/.exec(typed.trim().toUpperCase()) ?? []
  if (series === undefined) return null
  return { series: series === 'A' ? 'A' : 'R', year: Number(year), number: Number(number) }
}

/** Years for which papers are kept after the end of their own year: Accounting Act, § 12. */
export const YEARS_KEPT = 7

/** Maximum number of payments on one invoice. */
export const MOST_LINES = 100

/** What an invoice for a payment may ask for (cents): its price, less what was let go; nothing if it is cancelled. */
export function worthOf(payment: Standing & { readonly price: Cents }): Cents {
  if (payment.status === 'cancelled') return 0
  return payment.status === 'confirmed' ? payment.price - payment.letGo : payment.price
}

/** What can still be invoiced of a payment (cents) that is already invoiced by `invoiced`, less credit notes. */
export const toInvoice = (payment: Standing & { readonly price: Cents }, invoiced: Cents): Cents =>
  Math.max(0, worthOf(payment) - invoiced)

/** Data of the studio that an invoice should name. */
export const sellerData = ['registryCode', 'address'] as const
export type SellerData = (typeof sellerData)[number]

/** What the settings lack of it. */
export const lacking = ({ studio, payments }: Pick<Sections, 'studio' | 'payments'>): SellerData[] => {
  const has = { registryCode: payments.registryCode, address: studio.postalAddress }
  return sellerData.filter((name) => isBlank(has[name]))
}

/** Why a credit note takes something off an invoice. */
export const creditReasons = ['cancelled', 'reduced', 'returned'] as const
export type CreditReason = (typeof creditReasons)[number]

/**
 * The credit note that is due after a payment, invoiced by `invoiced`, has moved; null if the invoice is still right.
 * It is right after a mistaken booking was undone: that money was not `returned`, and the invoice is unpaid again.
 */
export function creditFor(
  { before, after, returned }: { readonly before: Payment; readonly after: Standing; readonly returned: Cents },
  invoiced: Cents,
): { readonly cents: Cents; readonly reason: CreditReason } | null {
  if (after.status === 'cancelled') return invoiced > 0 ? { cents: invoiced, reason: 'cancelled' } : null
  if (!isSettled(after) && returned > 0) {
    return invoiced > 0 ? { cents: Math.min(invoiced, returned), reason: 'returned' } : null
  }
  const over = invoiced - worthOf({ ...after, price: before.price })
  return over > 0 ? { cents: over, reason: 'reduced' } : null
}

export interface VatRow {
  readonly rate: number
  readonly base: Cents
  readonly vat: Cents
}

/** Base and VAT of each rate, the highest first; without what was sold without liability. */
export function vatRows(lines: readonly Pick<PaperLine, 'cents' | 'vatRate'>[]): VatRow[] {
  const sums = new Map<number, Cents>()
  for (const { cents, vatRate } of lines) {
    if (vatRate !== null) sums.set(vatRate, (sums.get(vatRate) ?? 0) + cents)
  }
  return [...sums]
    .map(([rate, cents]) => ({ rate, base: cents - vatWithin(cents, rate), vat: vatWithin(cents, rate) }))
    .toSorted((one, other) => other.rate - one.rate)
}

export const totalOf = (lines: readonly { readonly cents: Cents }[]): Cents =>
  lines.reduce((sum, { cents }) => sum + cents, 0)

/** The sum of each person's lines, in the order of their first lines. */
export function sumsByPerson(
  lines: readonly Pick<PaperLine, 'person' | 'cents'>[],
): { person: string; cents: Cents }[] {
  const sums = new Map<string, Cents>()
  for (const { person, cents } of lines) sums.set(person, (sums.get(person) ?? 0) + cents)
  return [...sums].map(([person, cents]) => ({ person, cents }))
}

/** Checks the buyer of an invoice; returns the error code of each wrong field. */
export function checkBuyer(form: BuyerForm): Partial<Record<keyof BuyerForm, string>> {
  const long = (text: string, most: number) => text.trim().length > most
  const name = isBlank(form.name)
    ? 'buyerNameMissing'
    : isMisleading(form.name)
      ? 'nameMisleading'
      : long(form.name, 120)
        ? 'tooLong'
        : undefined
  const code = isBlank(form.registryCode)
    ? 'registryCodeMissing'
    : isRegistryCode(form.registryCode)
      ? undefined
      : 'registryCodeInvalid'
  const address = long(form.address, 200) ? 'tooLong' : undefined
  return { ...(name && { name }), ...(form.company && code && { registryCode: code }), ...(address && { address }) }
}

/** The buyer as stored. */
export const tidyBuyer = ({ company, name, registryCode, address }: BuyerForm): BuyerForm => ({
  company,
  name: name.trim(),
  registryCode: company ? registryCode.trim() : '',
  address: address.trim(),
})

/** Whether a payment can have a receipt: all of it was paid, or the rest was let go. */
export const canHaveReceipt = ({
  status,
  ...payment
}: {
  readonly status: string
  readonly received?: Cents
}): boolean => status === 'confirmed' && (payment.received ?? 0) > 0
