// The data of the lines that the screen shows.
import { and, count, desc, eq, ilike, inArray, ne, or, sql } from 'drizzle-orm'
import { offsetOf, PAGE_SIZE, partsOf, shownPage, spanOfPart } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import type { OpenPayment } from '#studio/payments/rules.ts'
import { namesOf } from '#studio/payments/server/payers.ts'
import { credits, payerReferences, payments } from '#studio/payments/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { ShownDeed, ShownLine, ShownSuggestion } from '../contract.ts'
import type { ListName } from '../rules.ts'
import { shownReference } from '../rules/numbers.ts'
import { suggestedParts } from '../rules/allocation.ts'
import type { Match, Suggestion } from '../rules/waitingLine.ts'
import { bankLines } from '../tables.ts'
import { comingBack, effectOf, wouldComeBack, type Back } from './comesBack.ts'
import { deedsOf, descriptionsOf, payerOf, sharesOf, someone, type Names } from './deeds.ts'
import { mayTakeBack } from './mayTakeBack.ts'
import { whyStays } from './stays.ts'
import { seenOf, waiting, type Line, type Matched } from './waiting.ts'

/** The tables on which a list of waiting lines depends. */
export const tables = [bankLines, payments, credits, payerReferences, people, contentOf(accounts), contentOf(schedule)]
type Ready = { lineId: string; payerId: string; list: 'settles' | 'back'; seen: string; cents: number; opens: number }[]
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
