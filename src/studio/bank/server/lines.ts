// What the screen shows of the lines.
import { and, count, desc, eq, ilike, inArray, isNull, ne, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { offsetOf, PAGE_SIZE, partsOf, shownPage, spanOfPart } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/db/topics.ts'
import { shared } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { ofPeopleFound } from '#studio/accounts/server/search.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import type { OpenPayment, Share } from '#studio/payments/rules.ts'
import { payerIdFor, personOfPayer } from '#studio/payments/server/payers.ts'
import { openOfPeople } from '#studio/payments/server/transfers.ts'
import { payerReferences, payments } from '#studio/payments/tables.ts'
import type { ShownLine, ShownSuggestion } from '../contract.ts'
import type { ListName } from '../rules.ts'
import { allocate, type Match, type Suggestion } from '../rules/matching.ts'
import { bankLines } from '../tables.ts'
import { seenOf, waiting, type Line, type Waiting } from './waiting.ts'

/** What a list of waiting lines may depend on. */
const tables = [bankLines, payments, payerReferences, people, contentOf(accounts)]
// who pays for whom
const payersOfPeople = [...tables, guardians]
type Ready = { lineId: string; payerId: string; list: 'settles' | 'back'; seen: string; cents: number }[]
/** People that a search names, besides those who have something open. */
const MOST_NAMED = 10
/** Milliseconds: all that waits is matched anew. */
const rest = () => 1_000

const listOf = (line: Line, matches: Waiting['matches']): ListName =>
  line.kind === 'returned' ? 'back' : matches.get(line.id)?.kind === 'settles' ? 'settles' : 'look'

/** Lines that wait for a person, those that are ready to settle among them. */
export async function countWaiting(db: Tx): Promise<number> {
  const [found] = await db.select({ lines: count() }).from(bankLines).where(eq(bankLines.state, 'waits'))
  return found?.lines ?? 0
}

export const counts = shared(
  tables,
  async ({ db }) => {
    const { lines, matches } = await waiting(db)
    const found = { settles: 0, sum: 0, back: 0, look: 0 }
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
    const found = lines.flatMap((line) => {
      const match = matches.get(line.id)
      const list = listOf(line, matches)
      const { id: lineId, cents } = line
      if (list === 'back') return { lineId, payerId: '', list, seen: 'back', cents }
      return match?.kind === 'settles' ? { lineId, payerId: match.payerId, list, seen: seenOf(match), cents } : []
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

interface Asked {
  readonly list: ListName
  readonly search: string
}
/** Which of so many lines. */
type SpanOf = (total: number) => { readonly limit: number; readonly offset: number }

const linesOf = async (db: Tx, asked: Asked, span: SpanOf) =>
  asked.list === 'done' ? await doneLines(db, asked, span) : await waitingLines(db, asked, span)

async function waitingLines(db: Tx, { list, search }: Asked, span: SpanOf) {
  const all = await waiting(db)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = ({ name, text, reference, cents }: Line) => {
    const line = [name, text, reference, (cents / 100).toFixed(2)].join(' ').toLowerCase()
    return words.every((word) => line.includes(word))
  }
  const found = all.lines.filter((line) => listOf(line, all.matches) === list && holds(line))
  const { limit, offset } = span(found.length)
  const some = found.slice(offset, offset + limit)
  const matches = some.flatMap(({ id }) => all.matches.get(id) ?? [])
  const names = await namesOf(db, matches.flatMap(payersIn))
  const open = new Map([...all.known.open.values(), all.known.ofAmounts].flat().map((payment) => [payment.id, payment]))
  const rows = await Promise.all(
    some.map(async (line): Promise<ShownLine> => {
      if (line.kind === 'returned')
        return { ...shown(line), settles: await takenBack(db, line), look: null, decided: null }
      const match = all.matches.get(line.id)
      if (match?.kind === 'settles') {
        const { way, credit, parts } = match
        const shares = sharesOf(parts, open)
        return {
          ...shown(line),
          settles: { ...payerOf(match.payerId, names), way, credit, shares, seen: seenOf(match) },
          look: null,
          decided: null,
        }
      }
      const suggestions = (match?.suggestions ?? []).map((one) => suggestionOf(line, one, all, open, names))
      return { ...shown(line), settles: null, look: { why: match?.why ?? 'noReference', suggestions }, decided: null }
    }),
  )
  return { rows, total: found.length }
}

const payersIn = (match: Match): string[] =>
  match.kind === 'settles' ? [match.payerId] : match.suggestions.map(({ payerId }) => payerId)

function suggestionOf(
  line: Line,
  { payerId, hint, paymentId }: Suggestion,
  { known }: Waiting,
  open: ReadonlyMap<string, OpenPayment>,
  names: Names,
): ShownSuggestion {
  const parts =
    paymentId === null
      ? (allocate(line.cents, known.open.get(payerId) ?? [])?.parts ?? [])
      : [{ paymentId, cents: line.cents }]
  return { ...payerOf(payerId, names), hint, paymentId, shares: sharesOf(parts, open) }
}

const sharesOf = (parts: readonly Share[], open: ReadonlyMap<string, Pick<OpenPayment, 'description' | 'person'>>) =>
  parts.map(({ paymentId, cents }) => {
    const { description = '', person = '' } = open.get(paymentId) ?? {}
    return { paymentId, description, person, cents }
  })

const shown = ({ id, kind, day, cents, currency, name, iban, reference, referenceInText, endToEndId, text }: Line) => ({
  id,
  kind,
  day,
  cents,
  currency,
  name,
  iban,
  reference: reference ?? referenceInText ?? endToEndId,
  text,
})

/** What a returned transfer takes back: of the line that it names. */
async function takenBack(db: Tx, line: Line): Promise<ShownLine['settles']> {
  const [original] = await db
    .select()
    .from(bankLines)
    .where(eq(bankLines.id, line.takesBack ?? ''))
  const outcome = original?.outcome
  const parts = outcome && outcome.way !== 'ignored' ? outcome.shares : []
  const names = await namesOf(db, original?.payerId ? [original.payerId] : [])
  const shares = sharesOf(parts, await descriptionsOf(db, parts))
  const payer = payerOf(original?.payerId ?? '', names)
  return {
    ...payer,
    payerId: payer.payerId || '-',
    userId: payer.userId || '-',
    way: 'returned',
    credit: 0,
    shares,
    seen: 'back',
  }
}

async function doneLines(db: Tx, { search }: Asked, span: SpanOf) {
  const words = search.split(/\s+/).filter(Boolean)
  const holds = words.map((word) => {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return or(ilike(bankLines.name, pattern), ilike(bankLines.text, pattern), ilike(bankLines.reference, pattern))
  })
  const which = and(ne(bankLines.state, 'waits'), ...holds)
  const [all] = await db.select({ total: count() }).from(bankLines).where(which)
  const { limit, offset } = span(all?.total ?? 0)
  const by = alias(people, 'by')
  const found = await db
    .select({ line: bankLines, by })
    .from(bankLines)
    .leftJoin(accounts, eq(accounts.id, bankLines.decidedBy))
    .leftJoin(by, eq(by.id, accounts.personId))
    .where(which)
    .orderBy(desc(bankLines.decidedAt), desc(bankLines.id))
    .limit(limit)
    .offset(offset)
  const parts = found.flatMap(({ line: { outcome } }) => (outcome && outcome.way !== 'ignored' ? outcome.shares : []))
  const payments = await descriptionsOf(db, parts)
  const names = await namesOf(
    db,
    found.flatMap(({ line }) => line.payerId ?? []),
  )
  const rows = found.map(({ line, by: who }): ShownLine => {
    const { outcome } = line
    const decided = { at: line.decidedAt ?? 0, by: who ? fullName(who) : '', reason: null }
    if (!outcome || outcome.way === 'ignored') {
      return { ...shown(line), settles: null, look: null, decided: { ...decided, reason: outcome?.reason ?? '' } }
    }
    const { way, credit, shares, missing } = outcome
    const payer = payerOf(line.payerId ?? '', names)
    return {
      ...shown(line),
      settles: {
        ...payer,
        payerId: payer.payerId || '-',
        userId: payer.userId || '-',
        way,
        credit,
        shares: sharesOf(shares, payments),
        ...(missing && { missing }),
        seen: '',
      },
      look: null,
      decided,
    }
  })
  return { rows, total: all?.total ?? 0 }
}

async function descriptionsOf(db: Tx, parts: readonly Share[]) {
  if (parts.length === 0) return new Map<string, { description: string; person: string }>()
  const found = await db
    .select({ id: payments.id, description: payments.description, person: people })
    .from(payments)
    .innerJoin(people, eq(people.id, payments.userId))
    .where(inArray(payments.id, [...new Set(parts.map(({ paymentId }) => paymentId))]))
  return new Map(found.map(({ id, description, person }) => [id, { description, person: fullName(person) }]))
}

type Names = ReadonlyMap<string, { readonly userId: string; readonly name: string }>

const payerOf = (payerId: string, names: Names) => ({ payerId, ...(names.get(payerId) ?? { userId: '', name: '' }) })

/** Whom a payer's name is of, made already or not: the account's own person, or the person itself. */
async function namesOf(db: Tx, payerIds: readonly string[]): Promise<Names> {
  const ids = [...new Set(payerIds)]
  if (ids.length === 0) return new Map()
  const byAccount = await db
    .select({ id: accounts.id, person: people })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.personId))
    .where(inArray(accounts.id, ids))
  const withoutAccount = new Map(ids.map((id) => [personOfPayer(id), id]))
  const byPerson = await db
    .select()
    .from(people)
    .where(inArray(people.id, [...withoutAccount.keys()]))
  const found = [...byAccount, ...byPerson.map((person) => ({ id: withoutAccount.get(person.id) ?? '', person }))]
  return new Map(found.map(({ id, person }) => [id, { userId: person.id, name: fullName(person) }]))
}

export const openPayments = shared(payersOfPeople, async ({ db }, { search }: { search: string }) => {
  if (search.trim() === '') return []
  const open = await openOfPeople(db, await ofPeopleFound(db, search, payments.userId))
  const named = await db
    .select({ userId: people.id })
    .from(people)
    .where(and(isNull(people.deletedAt), await ofPeopleFound(db, search, people.id)))
    .orderBy(people.displayName, people.familyName, people.id)
    .limit(MOST_NAMED)
  const others = await Promise.all(named.map(async ({ userId }) => ({ userId, payerId: await payerIdFor(db, userId) })))
  const payerIds = [...new Set([...open, ...others].map(({ payerId }) => payerId))]
  const names = await namesOf(db, payerIds)
  return payerIds.map((payerId) => ({
    ...payerOf(payerId, names),
    payments: open
      .filter((payment) => payment.payerId === payerId)
      .map(({ id, description, person, rest: cents }) => ({ paymentId: id, description, person, cents })),
  }))
})
