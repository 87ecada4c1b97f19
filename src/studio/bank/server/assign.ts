// Staff assign lines to payers: what each pays, and whose credit the rest becomes.
import { done, refuse, type Refusal } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import type { Share } from '#studio/payments/rules.ts'
import { lockPayers } from '#studio/payments/server/credit.ts'
import { makePayer } from '#studio/payments/server/payers.ts'
import { bookTransfer, openPaymentsOf, payersReached } from '#studio/payments/server/transfers.ts'
import { takesTransfer, type Hint } from '../rules.ts'
import { suggestedParts } from '../rules/allocation.ts'
import { decide, lockWaiting, type Sent } from './settle.ts'
import { seenOfSuggestion } from './suggested.ts'
import { tellSoon } from './tell.ts'
import { waitingBeside, type Line } from './waiting.ts'

interface Assigned {
  /** The payer who gets the rest as credit and is recorded as having paid. */
  readonly payerId: string
  /** Payments of this payer or of others. */
  readonly shares: readonly Share[]
}

export const assign = run(async (c, { lineId, ...assigned }: Assigned & { readonly lineId: string }) => {
  const [line] = await lockWaiting(c, [lineId])
  if (!line || line.kind !== 'payment' || line.currency !== 'EUR') return refuse('lineMoved')
  const hint = (await suggestionsOf(c, [line])).find((one) => isSame(one, assigned))?.hint ?? null
  await lockAll(c, [assigned])
  const refused = await book(c, line, assigned, { hint })
  if (refused) return refused
  await tellSoon(c, await payersReached(c.tx, line.id))
  return done({})
})

/** Assigns lines as suggested when they were seen; lines whose suggestion has changed are skipped and counted. */
export const assignSuggested = run(async (c, { lines: asked, press }: Sent) => {
  const seen = new Map(asked.map(({ lineId, seen: what }) => [lineId, what]))
  const locked = await lockWaiting(c, [...seen.keys()])
  const wanted = async () => (await suggestionsOf(c, locked)).filter((one) => one.seen === seen.get(one.line.id))
  await lockAll(c, await wanted())
  const reached = new Set<string>()
  const assigned = new Set<string>()
  for (const { line, hint, payerId, shares } of await wanted()) {
    if (assigned.has(line.id) || (await book(c, line, { payerId, shares }, { hint, press }))) continue
    assigned.add(line.id)
    for (const one of await payersReached(c.tx, line.id)) reached.add(one)
  }
  await tellSoon(c, reached)
  return done({ settled: assigned.size, changed: seen.size - assigned.size })
})

/** All suggestions for these lines, as they are shown. */
async function suggestionsOf(c: CommandContext, some: readonly Line[]) {
  const { matches, known } = await waitingBeside(c.tx, some)
  return some.flatMap((line) => {
    const match = matches.get(line.id)
    if (match?.kind !== 'look' || line.currency !== 'EUR') return []
    return match.suggestions.map((one) => {
      const { payerId, hint } = one
      const shares = suggestedParts(line.cents, one, known)
      return { line, payerId, hint, shares, seen: seenOfSuggestion(payerId, shares) }
    })
  })
}

const isSame = (one: Assigned, other: Assigned): boolean =>
  one.payerId === other.payerId &&
  one.shares.length === other.shares.length &&
  one.shares.every(({ paymentId, cents }) =>
    other.shares.some((share) => share.paymentId === paymentId && share.cents === cents),
  )

/** Locks all payers whom these lines concern, in one call. */
async function lockAll(c: CommandContext, all: readonly Assigned[]): Promise<void> {
  const paid = all.flatMap(({ shares }) => shares.map(({ paymentId }) => paymentId))
  const payers = (await openPaymentsOf(c.tx, paid)).map((payment) => payment.payerId)
  await lockPayers(c, [...all.map(({ payerId }) => payerId), ...payers])
}

/** Books a locked line of locked payers; refuses if a payment is no longer open by that much. */
async function book(
  c: CommandContext,
  line: Line,
  { payerId, shares }: Assigned,
  { hint, press }: { readonly hint: Hint | null; readonly press?: string | undefined },
): Promise<Refusal<'tooMuch' | 'paymentMoved'> | null> {
  const sum = shares.reduce((total, { cents }) => total + cents, 0)
  if (sum > line.cents) return refuse('tooMuch')
  const ids = shares.map(({ paymentId }) => paymentId)
  const open = await openPaymentsOf(c.tx, ids)
  const fits = ({ paymentId, cents }: Share) =>
    cents > 0 && open.some((payment) => payment.id === paymentId && cents <= payment.rest && takesTransfer(payment))
  if (new Set(ids).size < ids.length || !shares.every(fits)) return refuse('paymentMoved')
  if (!(await makePayer(c, payerId))) return refuse('paymentMoved')
  const credit = line.cents - sum
  const paid = await bookTransfer(c, { payerId, parts: shares, credit, day: line.day, sourceId: line.id })
  if (!paid) return refuse('paymentMoved')
  await decide(
    c,
    line,
    'settled',
    { way: 'assigned', shares: paid, credit, ...(hint && { hint }), ...(press && { press }) },
    payerId,
  )
  return null
}
