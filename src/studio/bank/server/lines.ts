// The data of the lines that the screen shows.
import { and, count, desc, eq, ilike, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Cents } from '#kernel/money.ts'
import { offsetOf, PAGE_SIZE, partsOf, shownPage, spanOfPart } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal, shared } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { namedLike, ofPeopleFound } from '#studio/accounts/server/search.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import type { OpenPayment, Share } from '#studio/payments/rules.ts'
import { namesOf, payerIdFor } from '#studio/payments/server/payers.ts'
import { paymentsFound } from '#studio/payments/server/search.ts'
import { itsClass } from '#studio/payments/server/openOfPayer.ts'
import { openOfPeople } from '#studio/payments/server/transfers.ts'
import { credits, payerReferences, payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { ShownDeed, ShownLine, ShownSuggestion } from '../contract.ts'
import { nearestFirst, takesTransfer, type ListName, type Outcome, type PaidShare } from '../rules.ts'
import { shownReference } from '../rules/numbers.ts'
import { suggestedParts } from '../rules/allocation.ts'
import type { Match, Suggestion } from '../rules/waitingLine.ts'
import { bankLines } from '../tables.ts'
import { comingBack, effectOf, wouldComeBack, type Back } from './comesBack.ts'
import { mayTakeBack } from './mayTakeBack.ts'
import { takenBackOn, whyStays } from './stays.ts'
import { seenOf, waiting, type Line, type Matched } from './waiting.ts'

/** The tables on which a list of waiting lines depends. */
export const tables = [bankLines, payments, credits, payerReferences, people, contentOf(accounts), contentOf(schedule)]
// plus who pays for whom
const payersOfPeople = [...tables, guardians]
type Ready = { lineId: string; payerId: string; list: 'settles' | 'back'; seen: string; cents: number; opens: number }[]
/** How many people a search names, in addition to those who have something open. */
const MOST_NAMED = 10
/** How long (ms) a result may lag under a stream of changes, since each update matches all waiting lines again. */
const rest = () => 1_000

const listOf = (line: Line, matches: Matched['matches']): ListName =>
  line.takesBack !== null ? 'back' : matches.get(line.id)?.kind === 'settles' ? 'settles' : 'look'

/** Number of lines that wait, including those that are ready to settle. */
export async function countWaiting(db: Tx): Promise<number> {
  const [found] = await db.select({ lines: count() }).from(bankLines).where(eq(bankLines.state, 'waits'))
  return found?.lines ?? 0
}

export async function countDecided(db: Tx): Promise<number> {
  const [found] = await db.select({ lines: count() }).from(bankLines).where(ne(bankLines.state, 'waits'))
  return found?.lines ?? 0
}

// matches nothing, so that it may stand on a dashboard
export const linesWaiting = shared([bankLines], async ({ db }) => ({ lines: await countWaiting(db) }))

export const counts = shared(
  tables,
  async ({ db }) => {
    const { lines, matches } = await waiting(db)
    const found = { settles: 0, sum: 0, back: 0, look: 0, decided: await countDecided(db) }
    for (const line of lines) {
      const list = listOf(line, matches)
      if (list !== 'done') found[list]++
      if (list === 'settles') found.sum += line.cents
    }
    return found
  },
  { rest, inPieces: true },
)

export const ready = shared(
  tables,
  async ({ db }) => {
    const { lines, matches } = await waiting(db)
    const coming = await comingBack(db)
    const found = lines.flatMap((line) => {
      const match = matches.get(line.id)
      const list = listOf(line, matches)
      const { id: lineId, cents } = line
      const back = coming.get(lineId)
      if (back) {
        const { original, seen, taken } = back
        return { lineId, payerId: original.payerId ?? '', list, seen, cents, opens: taken.shares.length }
      }
      if (match?.kind !== 'settles') return []
      return { lineId, payerId: match.payerId, list, seen: seenOf(match), cents, opens: 0 }
    })
    return found.toSorted((a, b) => (a.payerId < b.payerId ? -1 : a.payerId > b.payerId ? 1 : 0)) as Ready
  },
  { inPieces: true },
)

export const lines = shared(
  tables,
  async ({ db }, asked: Asked & { page: number }) => {
    const { rows, total } = await linesOf(db, asked, (all) => ({
      limit: PAGE_SIZE,
      offset: offsetOf(shownPage(asked.page, all)),
    }))
    return { rows, total, page: shownPage(asked.page, total) }
  },
  { rest, inPieces: true },
)

export const linesForExport = shared(
  tables,
  async ({ db }, asked: Asked & { part: number }) => {
    const found = await linesOf(db, asked, () => spanOfPart(asked.part))
    return { ...found, parts: partsOf(asked.part, found.total) }
  },
  { inPieces: true },
)

/** The amount as the search compares it, with a dot; the search accepts a comma too. */
const sumIn = (cents: number): string => (cents / 100).toFixed(2)

interface Asked {
  readonly list: ListName
  readonly search: string
}
/** Which rows of a list of `total`. */
type SpanOf = (total: number) => { readonly limit: number; readonly offset: number }

const linesOf = async (db: Tx, asked: Asked, span: SpanOf) =>
  asked.list === 'done' ? await doneLines(db, asked, span) : await waitingLines(db, asked, span)

async function waitingLines(db: Tx, { list, search }: Asked, span: SpanOf) {
  const all = await waiting(db)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = ({ name, text, reference, cents }: Line) => {
    const line = [name, text, reference, sumIn(cents)].join(' ').toLowerCase()
    return words.every((word) => line.includes(word) || sumIn(cents).includes(word.replace(',', '.')))
  }
  const found = all.lines.filter((line) => listOf(line, all.matches) === list && holds(line))
  const { limit, offset } = span(found.length)
  const some = found.slice(offset, offset + limit)
  const matches = some.flatMap(({ id }) => all.matches.get(id) ?? [])
  const names = await namesOf(db, matches.flatMap(payersIn))
  const open = new Map([...all.known.open.values(), all.known.ofAmounts].flat().map((payment) => [payment.id, payment]))
  const deeds = await deedsOf(db, some)
  const coming = list === 'back' ? await comingBack(db) : new Map<string, Back>()
  const maybe = list === 'look' ? await mayComeBack(db, some) : new Map<string, Back>()
  const reasons = list === 'look' ? await reasonsBefore(db, some) : new Map<string, string>()
  const rows = await Promise.all(
    some.map(async (line): Promise<ShownLine> => {
      const row = { ...shown(line), ...deeds(line) }
      const back = coming.get(line.id)
      if (back) return { ...row, settles: await takenBack(db, back) }
      const match = all.matches.get(line.id)
      if (match?.kind === 'settles') {
        const { payerId, way, credit, parts } = match
        const effect = { ...payerOf(payerId, names), way, credit, shares: sharesOf(parts, open) }
        return { ...row, settles: { ...effect, seen: seenOf(match) } }
      }
      if (line.kind === 'returned') return { ...row, look: await lookOfReturn(db, maybe.get(line.id)) }
      const suggestions = (match?.suggestions ?? []).map((one) => suggestionOf(line, one, all, open, names))
      const ignoredBefore = reasons.get(line.iban ?? '') ?? null
      return { ...row, look: { why: match?.why ?? 'noReference', suggestions, takesBack: null, ignoredBefore } }
    }),
  )
  return { rows, total: found.length }
}

/** Why the last line from each of these accounts was ignored. */
async function reasonsBefore(db: Tx, some: readonly Line[]): Promise<Map<string, string>> {
  const ibans = [...new Set(some.flatMap(({ iban }) => iban ?? []))]
  if (ibans.length === 0) return new Map()
  const found = await db
    .selectDistinctOn([bankLines.iban], { iban: bankLines.iban, outcome: bankLines.outcome })
    .from(bankLines)
    .where(
      and(
        inArray(bankLines.iban, ibans),
        eq(bankLines.kind, 'payment'),
        eq(bankLines.state, 'ignored'),
        sql`${bankLines.outcome} ->> 'reason' <> ''`,
      ),
    )
    .orderBy(bankLines.iban, desc(bankLines.decidedAt))
  return new Map(
    found.flatMap(({ iban, outcome }) => (iban && outcome?.way === 'ignored' ? [[iban, outcome.reason] as const] : [])),
  )
}

const payersIn = (match: Match): string[] =>
  match.kind === 'settles' ? [match.payerId] : match.suggestions.map(({ payerId }) => payerId)

function suggestionOf(
  line: Line,
  suggestion: Suggestion,
  { known }: Matched,
  open: ReadonlyMap<string, OpenPayment>,
  names: Names,
): ShownSuggestion {
  const { payerId, hint, paymentId } = suggestion
  const shares = sharesOf(suggestedParts(line.cents, suggestion, known), open)
  return { ...payerOf(payerId, names), hint, paymentId, shares }
}

type Described = Pick<OpenPayment, 'description' | 'startsAt' | 'userId' | 'person'>

export const sharesOf = (parts: readonly PaidShare[], open: ReadonlyMap<string, Described>) =>
  parts.map(({ paymentId, cents, of }) => {
    const { description = '', startsAt = null, userId = '', person = '' } = open.get(paymentId) ?? {}
    return { paymentId, description, startsAt, userId, person, cents, ...(of !== undefined && { of }) }
  })

/** The bank's data of a line, without what it would do or did. */
const shown = ({ id, kind, day, cents, currency, name, iban, reference, referenceInText, endToEndId, text }: Line) => ({
  settles: null,
  look: null,
  decided: null,
  undone: [] as ShownDeed[],
  stays: null,
  id,
  kind,
  day,
  cents,
  currency,
  name,
  iban,
  reference: shownReference({ reference, referenceInText, endToEndId }),
  text,
})

/** What each of these returns may take back if the bank does not say it: each by itself, since they are settled so. */
async function mayComeBack(db: Tx, shown: readonly Line[]): Promise<Map<string, Back>> {
  const all = new Map<string, Back>()
  const pairs = await mayTakeBack(db)
  for (const { id: lineId } of shown) {
    const pair = pairs.get(lineId)
    const back = pair && (await wouldComeBack(db, [pair])).get(lineId)
    if (back) all.set(lineId, back)
  }
  return all
}

async function lookOfReturn(db: Tx, back: Back | undefined): Promise<ShownLine['look']> {
  const settles = back && (await takenBack(db, back))
  const rest = { suggestions: [], ignoredBefore: null }
  if (!settles) return { why: 'takesBackUnknown', takesBack: null, ...rest }
  const { id: lineId, day } = back.original
  return { why: 'mayTakeBack', takesBack: { ...settles, lineId, day }, ...rest }
}

/** What a returned transfer would take back. */
async function takenBack(db: Tx, { original, taken, seen }: Back): Promise<NonNullable<ShownLine['settles']>> {
  const { shares: parts, ...effect } = effectOf(taken)
  const names = await namesOf(db, original.payerId ? [original.payerId] : [])
  const shares = sharesOf(parts, await descriptionsOf(db, parts))
  return { ...someone(original.payerId, names), ...effect, shares, seen }
}

async function doneLines(db: Tx, { search }: Asked, span: SpanOf) {
  const words = search.split(/\s+/).filter(Boolean)
  const holds = words.map((word) => {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const sum = sql`(${bankLines.cents} / 100.0)::numeric(12, 2)::text`
    const like = ilike(sum, pattern.replace(',', '.'))
    return or(ilike(bankLines.name, pattern), ilike(bankLines.text, pattern), ilike(bankLines.reference, pattern), like)
  })
  const which = and(ne(bankLines.state, 'waits'), ...holds)
  const [all] = await db.select({ total: count() }).from(bankLines).where(which)
  const { limit, offset } = span(all?.total ?? 0)
  const found = await db
    .select()
    .from(bankLines)
    .where(which)
    .orderBy(desc(bankLines.decidedAt), desc(bankLines.id))
    .limit(limit)
    .offset(offset)
  const deeds = await deedsOf(db, found)
  const stays = await whyStays(
    db,
    found.map(({ id }) => id),
  )
  const rows = found.map((line): ShownLine => ({ ...shown(line), ...deeds(line), stays: stays.get(line.id) ?? null }))
  return { rows, total: all?.total ?? 0 }
}

/** What was done with these lines, and what was done and undone before. */
async function deedsOf(db: Tx, some: readonly Line[]) {
  const all = some.flatMap(({ outcome, payerId, decidedBy, undone }) => [
    ...(outcome ? [{ outcome, payerId, decidedBy, by: null }] : []),
    ...undone,
  ])
  const payments = await descriptionsOf(
    db,
    all.flatMap(({ outcome }) => (outcome.way === 'ignored' ? [] : outcome.shares)),
  )
  const names = await namesOf(db, [
    ...all.flatMap(({ payerId, decidedBy, by }) => [payerId, decidedBy, by].filter((id) => id !== null)),
    ...[...payments.values()].map(({ payerId }) => payerId),
  ])
  const back = await takenBackOn(
    db,
    some.map(({ id }) => id),
  )
  const nameOf = (accountId: string | null) => names.get(accountId ?? '')?.name ?? ''
  const told = (outcome: Outcome, payerId: string | null): Pick<ShownDeed, 'did' | 'reason'> => {
    if (outcome.way === 'ignored') return { did: null, reason: outcome.reason }
    const paidFor = outcome.shares.flatMap(({ paymentId }) => payments.get(paymentId)?.payerId ?? [])
    const others = [...new Set(paidFor)].flatMap((id) => (id === payerId ? [] : (names.get(id) ?? [])))
    const did = { ...outcome, ...someone(payerId, names), others, shares: sharesOf(outcome.shares, payments) }
    return { did, reason: null }
  }
  return ({ id, outcome, payerId, decidedAt, decidedBy, undone }: Line) => ({
    decided: outcome && {
      ...told(outcome, payerId),
      at: decidedAt ?? 0,
      by: nameOf(decidedBy),
      undone: null,
      takenBackOn: back.get(id) ?? null,
    },
    undone: undone.map((one) => ({
      ...told(one.outcome, one.payerId),
      at: one.decidedAt,
      by: nameOf(one.decidedBy),
      undone: { at: one.at, by: nameOf(one.by) },
      takenBackOn: null,
    })),
  })
}

async function descriptionsOf(db: Tx, parts: readonly Share[]) {
  if (parts.length === 0) return new Map<string, Described & { readonly payerId: string }>()
  const found = await db
    .select({
      id: payments.id,
      payerId: payments.payerId,
      description: payments.description,
      startsAt: schedule.startsAt,
      person: people,
    })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .leftJoin(schedule, itsClass)
    .where(inArray(payments.id, [...new Set(parts.map(({ paymentId }) => paymentId))]))
  return new Map(
    found.map(({ id, person, ...payment }) => [id, { ...payment, userId: person.id, person: fullName(person) }]),
  )
}

type Names = Awaited<ReturnType<typeof namesOf>>

export const payerOf = (payerId: string, names: Names) => ({
  payerId,
  ...(names.get(payerId) ?? { userId: '', name: '' }),
})

/** The same for a payer who may be unknown: a deleted one has no name and no page. */
function someone(payerId: string | null | undefined, names: Names) {
  const { userId, name } = payerOf(payerId ?? '', names)
  return { payerId: payerId || '-', userId: userId || '-', name }
}

export const openPayments = personal({ on: payersOfPeople }, async (q, asked: { search: string; cents: Cents }) => {
  const { db } = q
  const { search, cents: sum } = asked
  if (search.trim() === '') return []
  const open = await openOfPeople(db, await paymentsFound(q, search), sum)
  const begins = await namedLike(db, search)
  const named = await db
    .select({ userId: people.id })
    .from(people)
    .where(and(isNull(people.deletedAt), await ofPeopleFound(db, search, people.id)))
    .orderBy(desc(begins), people.displayName, people.familyName, people.id)
    .limit(MOST_NAMED)
  const others = await Promise.all(named.map(async ({ userId }) => ({ userId, payerId: await payerIdFor(db, userId) })))
  const payerIds = [...new Set([...open, ...others].map(({ payerId }) => payerId))]
  const names = await namesOf(db, payerIds)
  const found = payerIds.map((payerId) => ({
    ...payerOf(payerId, names),
    payments: open
      .filter((payment) => payment.payerId === payerId)
      .map((payment) => {
        const { id, description, startsAt, userId, person, rest: cents } = payment
        return { paymentId: id, description, startsAt, userId, person, cents, markedByTeacher: !takesTransfer(payment) }
      }),
  }))
  const shown = found.flatMap((payer) => [payer.userId, ...payer.payments.map(({ userId }) => userId)])
  const near = await db
    .select({ id: people.id })
    .from(people)
    .where(and(inArray(people.id, shown), begins))
  return nearestFirst(found, sum, new Set(near.map(({ id }) => id)))
})
