// What the screen shows of the lines.
import { and, count, desc, eq, ilike, inArray, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { offsetOf, PAGE_SIZE, shownPage } from '#kernel/paging.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/db/topics.ts'
import { shared } from '#server/procedures.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { ofPeopleFound } from '#studio/accounts/server/search.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import type { OpenPayment, Share } from '#studio/payments/rules.ts'
import { openOfPeople } from '#studio/payments/server/transfers.ts'
import { payerReferences, payers, payments } from '#studio/payments/tables.ts'
import type { ShownLine, ShownSuggestion } from '../contract.ts'
import type { ListName } from '../rules.ts'
import { allocate, type Match, type Suggestion } from '../rules/matching.ts'
import { bankLines } from '../tables.ts'
import { seenOf, waiting, type Line, type Waiting } from './waiting.ts'

/** What a list of waiting lines may depend on. */
const tables = [bankLines, payments, payerReferences, people, contentOf(accounts)]
/** Milliseconds: all that waits is matched anew. */
const rest = () => 1_000

const listOf = (line: Line, matches: Waiting['matches']): ListName =>
  line.kind === 'returned' ? 'back' : matches.get(line.id)?.kind === 'settles' ? 'settles' : 'look'

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
  { rest },
)

export const ready = shared(tables, async ({ db }) => {
  const { lines, matches } = await waiting(db)
  return lines.flatMap((line) => {
    const match = matches.get(line.id)
    const list = listOf(line, matches)
    const { id: lineId, cents } = line
    if (list === 'back') return { lineId, list, seen: 'back', cents }
    return match && list === 'settles' ? { lineId, list, seen: seenOf(match), cents } : []
  })
})

export const lines = shared(
  tables,
  async ({ db }, asked: { list: ListName; search: string; page: number }) =>
    asked.list === 'done' ? await doneLines(db, asked) : await waitingLines(db, asked),
  { rest },
)

async function waitingLines(db: Tx, { list, search, page: asked }: { list: ListName; search: string; page: number }) {
  const all = await waiting(db)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = ({ name, text, reference, cents }: Line) => {
    const line = [name, text, reference, (cents / 100).toFixed(2)].join(' ').toLowerCase()
    return words.every((word) => line.includes(word))
  }
  const found = all.lines.filter((line) => listOf(line, all.matches) === list && holds(line))
  const page = shownPage(asked, found.length)
  const some = found.slice(offsetOf(page), offsetOf(page) + PAGE_SIZE)
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
  return { rows, total: found.length, page }
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

async function doneLines(db: Tx, { search, page: asked }: { search: string; page: number }) {
  const words = search.split(/\s+/).filter(Boolean)
  const holds = words.map((word) => {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return or(ilike(bankLines.name, pattern), ilike(bankLines.text, pattern), ilike(bankLines.reference, pattern))
  })
  const which = and(ne(bankLines.state, 'waits'), ...holds)
  const [all] = await db.select({ total: count() }).from(bankLines).where(which)
  const page = shownPage(asked, all?.total ?? 0)
  const by = alias(people, 'by')
  const found = await db
    .select({ line: bankLines, by })
    .from(bankLines)
    .leftJoin(accounts, eq(accounts.id, bankLines.decidedBy))
    .leftJoin(by, eq(by.id, accounts.personId))
    .where(which)
    .orderBy(desc(bankLines.decidedAt), desc(bankLines.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
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
    const { way, credit, shares } = outcome
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
        seen: '',
      },
      look: null,
      decided,
    }
  })
  return { rows, total: all?.total ?? 0, page }
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

/** Whom a payer's name is of: the account's own person, or the person itself. */
async function namesOf(db: Tx, payerIds: readonly string[]): Promise<Names> {
  if (payerIds.length === 0) return new Map()
  const found = await db
    .select({ id: payers.id, person: people })
    .from(payers)
    .leftJoin(accounts, eq(accounts.id, payers.accountId))
    .innerJoin(people, eq(people.id, sql`coalesce(${payers.personId}, ${accounts.personId})`))
    .where(inArray(payers.id, [...new Set(payerIds)]))
  return new Map(found.map(({ id, person }) => [id, { userId: person.id, name: fullName(person) }]))
}

export const openPayments = shared(tables, async ({ db }, { search }: { search: string }) => {
  if (search.trim() === '') return []
  const open = await openOfPeople(db, await ofPeopleFound(db, search, payments.userId))
  const names = await namesOf(
    db,
    open.map(({ payerId }) => payerId),
  )
  return [...new Set(open.map(({ payerId }) => payerId))].map((payerId) => ({
    ...payerOf(payerId, names),
    payments: open
      .filter((payment) => payment.payerId === payerId)
      .map(({ id, description, person, rest: cents }) => ({ paymentId: id, description, person, cents })),
  }))
})
