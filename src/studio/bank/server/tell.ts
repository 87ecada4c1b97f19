// One letter per payer after settling: what came, and what is open. It is sent after the time for undo.
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { dayAndMonth } from '#kernel/clock.ts'
import { euros, type Cents } from '#kernel/money.ts'
import type { Language } from '#kernel/messages.ts'
import type { LocalDate } from '#kernel/time.ts'
import { does, job } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import { accountReaders } from '#studio/notices/server/readers.ts'
import { forgetWaiting, saidWhenWritten, type SaidTo, type WaitingNotice } from '#studio/notices/server/takeBack.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { creditOf } from '#studio/payments/server/credit.ts'
import { payingTheRest, type HowToPay } from '#studio/payments/server/howToPay.ts'
import { paidByLines, sourcesOf, sumsOfLines } from '#studio/payments/server/transfers.ts'
import { payers } from '#studio/payments/tables.ts'
import { letters } from '../messages/letters.ts'
import { bankLines } from '../tables.ts'

const transfers = letterKind('transfers', 'payments')
const tellPayer = job<{ payerId: string }>('bank.tellPayer', ({ payerId }) => payerId)

/** Schedules a letter to each of these payers for when the press can no longer be undone. */
export async function tellSoon(c: CommandContext, payerIds: Iterable<string>): Promise<void> {
  for (const payerId of payerIds) await c.queueOrReplace(tellPayer, c.now + UNDO_WITHIN, { payerId })
}

export const tellsPayer = does(tellPayer, async (c, { payerId }) => {
  const [payer] = await c.tx.select().from(payers).where(eq(payers.id, payerId))
  // a payer without an account has no e-mail address
  if (!payer?.accountId) return
  const { accountId, toldAt, createdAt } = payer
  // combine waiting letters with what has come since
  const waiting = await forgetWaiting(c, { subjects: [payerId], kinds: [transfers], withParts: true })
  const since = await c.tx
    .select({ id: bankLines.id })
    .from(bankLines)
    .where(and(inArray(bankLines.id, await sourcesOf(c.tx, payerId)), gt(bankLines.decidedAt, toldAt ?? createdAt - 1)))
  const ids = [...waiting.flatMap(linesOf), ...since.map(({ id }) => id)]
  const words = await transfersLetter(c, payerId, ids)
  if (!words) return
  const readers = await accountReaders(c.tx, [accountId])
  await tell(c, transfers, { subject: payerId, version: c.now }, readers, words)
  await c.tx.update(payers).set({ toldAt: c.now }).where(eq(payers.id, payerId))
})

const linesOf = ({ content }: WaitingNotice) => (content.parts ?? []) as readonly string[]

export const transfersWhenWritten = saidWhenWritten(transfers, async (c, notice) =>
  // notices of an earlier version hold no lines
  notice.content.parts ? transfersLetter(c, notice.subject, linesOf(notice)) : () => notice.content,
)

/** The letter about those of these lines that are still settled for this payer; null if there are none. */
async function transfersLetter(c: CommandContext, payerId: string, lineIds: readonly string[]) {
  const theirs = (await sourcesOf(c.tx, payerId)).filter((id) => lineIds.includes(id))
  const lines = await c.tx
    .select()
    .from(bankLines)
    .where(and(inArray(bankLines.id, theirs), eq(bankLines.state, 'settled')))
    .orderBy(asc(bankLines.day), asc(bankLines.position))
  if (lines.length === 0) return null
  const ids = lines.map(({ id }) => id)
  const sums = await sumsOfLines(c.tx, payerId, ids)
  const facts = {
    // of a line that was split, another payer's part is not told
    lines: lines.map(({ id, day, kind }) => ({ day, kind, cents: Math.abs(sums.get(id) ?? 0) })),
    paid: await paidByLines(c.tx, payerId, ids),
    credit: await creditOf(c.tx, payerId),
  }
  const allToPay = await payingTheRest(c, payerId)
  return ({ language }: SaidTo) => ({ ...words(language, facts, allToPay(language)), parts: ids })
}

interface Told {
  readonly lines: readonly Pick<typeof bankLines.$inferSelect, 'day' | 'kind' | 'cents'>[]
  readonly paid: readonly { readonly description: string; readonly person: string; readonly cents: Cents }[]
  readonly credit: Cents
}

function words(language: Language, { lines, paid, credit }: Told, allToPay: HowToPay): NoticeText {
  const t = letters[language]
  const day = (of: LocalDate) => dayAndMonth(language, 'UTC', Date.parse(of))
  const sumOf = (some: Told['lines']) =>
    euros(
      some.reduce((sum, { cents }) => sum + cents, 0),
      language,
    )
  const came = lines.filter(({ kind }) => kind === 'payment')
  const back = lines.filter(({ kind }) => kind === 'returned')
  return {
    subject: came.length > 0 ? t.subject.came(sumOf(came)) : t.subject.back(sumOf(back)),
    paragraphs: [
      ...(came.length > 0 ? [t.came(sumOf(came), came.length)] : []),
      ...(back.length > 0 ? [t.back(sumOf(back))] : []),
    ],
    facts: [
      ...lines.map((line) => ({
        label: line.kind === 'payment' ? t.transfer(day(line.day)) : t.takenBack(day(line.day)),
        value: euros(line.cents, language),
      })),
      ...paid.map(({ description, person, cents }) => ({
        label: t.paid(description, person),
        value: euros(cents, language),
      })),
      ...(credit > 0 ? [{ label: t.credit, value: euros(credit, language) }] : []),
    ],
    allToPay,
    button: { label: t.button, path: '/dashboard' },
    push: { title: came.length > 0 ? t.title.came : t.title.back, body: '', path: '/dashboard' },
  }
}
