// How something is paid, as letters say it.
import { and, eq } from 'drizzle-orm'
import { dayAndMonth } from '#kernel/clock.ts'
import type { Language } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import type { NoticeText, ToTransfer } from '#studio/notices/rules.ts'
import { accountReaders, readersOf, type Reader } from '#studio/notices/server/readers.ts'
import { letters } from '../messages/letters.ts'
import { isDue, isOverdue, paymentMethods, restOf, type Payment, type PaymentMethod, type Standing } from '../rules.ts'
import { paymentHistory } from '../tables.ts'
import { labelsOf, openOfPayer } from './openOfPayer.ts'
import { referencesOfPayer } from './references.ts'

/** The reference number that a payer writes on transfers; null if the studio uses none. */
export async function referenceFor(tx: Tx, settings: Settings, payerId: string): Promise<string | null> {
  if (!settings.sections.features.statements) return null
  const [first] = await referencesOfPayer(tx, payerId)
  return first?.reference ?? null
}

/** Adds the payer to the readers of a letter about a person. */
async function withPayer(tx: Tx, readers: readonly Reader[], payerId: string, personId: string, name: string) {
  if (readers.some(({ accountId }) => accountId === payerId)) return readers
  const payer = await accountReaders(tx, [payerId])
  return [...readers, ...payer.map((reader) => ({ ...reader, personId, of: name }))]
}

/** The account that created a payment, and its name; empty if the studio itself created it. */
export async function madeBy(tx: Tx, paymentId: string): Promise<{ accountId: string; name: string }> {
  const [found] = await tx
    .select({ accountId: paymentHistory.byUserId, name: people.displayName })
    .from(paymentHistory)
    .leftJoin(accounts, eq(accounts.id, paymentHistory.byUserId))
    .leftJoin(people, eq(people.id, accounts.personId))
    .where(and(eq(paymentHistory.paymentId, paymentId), eq(paymentHistory.reason, 'created')))
  return { accountId: found?.accountId ?? '', name: found?.name ?? '' }
}

const NOTHING = { paragraphs: [], facts: [], transfer: undefined }

/**
 * Who is told of a sale to a person, and how each reader pays. Only a payer who bought it themselves is told how to pay
 * here; other payers get a separate letter (owedByAnother.ts).
 */
export async function soldTo(
  c: CommandContext,
  person: { readonly id: string; readonly displayName: string },
  payment: Payment | null,
) {
  const theirs = await readersOf(c.tx, [person.id])
  if (!payment || (await madeBy(c.tx, payment.id)).accountId !== payment.payerId) {
    return { readers: theirs, howToPay: () => NOTHING }
  }
  const { payerId } = payment
  const [readers, reference] = await Promise.all([
    withPayer(c.tx, theirs, payerId, person.id, person.displayName),
    referenceFor(c.tx, c.settings, payerId),
  ])
  const owed = { ...payment, rest: restOf(payment), standing: payment }
  const howToPay = ({ language, accountId }: Pick<Reader, 'language' | 'accountId'>) => {
    if (accountId !== payerId) return NOTHING
    const { paragraphs, facts, where } = payingAll(c, language, [owed], reference)
    return { paragraphs, facts, transfer: where.length > 0 ? toTransfer(language, owed.rest, where) : undefined }
  }
  return { readers, howToPay }
}

type Studio = Pick<CommandContext, 'settings' | 'now'>

interface Owed {
  /** Cents. */
  readonly rest: number
  readonly deadline: Instant
  readonly paymentMethod: PaymentMethod
  readonly standing: Standing
}

type Facts = NonNullable<NoticeText['facts']>

export interface HowToPay {
  readonly paragraphs: readonly string[]
  readonly facts: Facts
}

/** How a sum is paid, and until when. */
export const paying = (c: Studio, language: Language, owed: Owed, reference: string | null): HowToPay =>
  inOne(payingAll(c, language, [owed], reference))

const inOne = ({ paragraphs, facts, where }: ReturnType<typeof payingAll>): HowToPay => ({
  paragraphs,
  facts: [...facts, ...where],
})

/** What a payer still owes, item by item, and how to pay all of it: transfers as one sum, as on the dashboard. */
export async function payingTheRest(c: CommandContext, payerId: string): Promise<(language: Language) => HowToPay> {
  const [open, reference] = await Promise.all([openOfPayer(c.tx, payerId), referenceFor(c.tx, c.settings, payerId)])
  const sum = open.reduce((total, { rest }) => total + rest, 0)
  return (language) => {
    const { rest: words } = letters[language]
    const labelOf = labelsOf(open, (instant) => dayAndMonth(language, c.settings.timeZone, instant))
    // without the sum and the day of `facts`: the sum stands above, and each payment has its own day
    const { paragraphs, where } = payingAll(c, language, open, reference)
    const each = open.map((one) => ({ label: words.each(labelOf(one)), value: restUntil(c, language, one) }))
    return {
      paragraphs: [sum > 0 ? words.open(euros(sum, language)) : words.nothingOpen, ...paragraphs],
      facts: [...each, ...where],
    }
  }
}

/** What is left to pay of a payment, and until when. */
export function restUntil({ settings, now }: Studio, language: Language, one: Owed): string {
  const words = letters[language].overdue
  const day = dayAndMonth(language, settings.timeZone, one.deadline)
  return words[isOverdue({ ...one.standing, deadline: one.deadline }, now) ? 'overdue' : 'due'](
    euros(one.rest, language),
    day,
  )
}

function payingAll(
  { settings: { bankAccount, timeZone }, now }: Studio,
  language: Language,
  all: readonly Owed[],
  reference: string | null,
): HowToPay & { readonly where: Facts } {
  const words = letters[language]
  const owed = all.filter(({ rest, standing }) => rest > 0 && isDue(standing))
  const wayOf = ({ paymentMethod }: Owed) => (paymentMethod === 'bankTransfer' && !bankAccount ? 'cash' : paymentMethod)
  const ways = paymentMethods.flatMap((way) => {
    const some = owed.filter((one) => wayOf(one) === way)
    const sum = euros(
      some.reduce((total, { rest }) => total + rest, 0),
      language,
    )
    return some.length === 0 ? [] : [{ way, sum, deadline: Math.min(...some.map(({ deadline }) => deadline)) }]
  })
  const only = ways.length === 1
  const paragraphs = ways.map(({ way, sum }) => (only ? words.how[way] : words.howMuch[way](sum)))
  // with several ways to pay, only a transfer needs more than its sum
  const told = only ? ways[0] : ways.find(({ way }) => way === 'bankTransfer')
  if (!told) return { paragraphs, facts: [], where: [] }
  const sum = { label: words.sum, value: told.sum }
  const day = dayAndMonth(language, timeZone, told.deadline)
  const until = { label: words.until, value: now > told.deadline ? words.isPast(day) : day }
  const where = told.way === 'bankTransfer' && bankAccount ? transferFacts(language, bankAccount, reference) : []
  return { paragraphs, facts: [sum, until], where }
}

/** Transfer details for a sum that a letter may combine with others. */
export function toTransfer(language: Language, cents: Cents, where: Facts): ToTransfer {
  const { together: heading, sum: label } = letters[language]
  return { cents, heading, label, where }
}

/** The bank account and reference number of a transfer. */
export function transferFacts(
  language: Language,
  { holder, iban }: { readonly holder: string; readonly iban: string },
  reference: string | null,
): Facts {
  const words = letters[language]
  return [
    { label: words.holder, value: holder },
    { label: words.iban, value: iban.replace(/(.{4})(?=.)/g, '$1 ') },
    ...(reference === null ? [] : [{ label: words.reference, value: reference }]),
  ]
}
