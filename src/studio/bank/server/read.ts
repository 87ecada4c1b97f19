// Reading a bank's file: parsed before any lock, then stored in batches, each real line once.
import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, not, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import pLimit from 'p-limit'
import { newId } from '#kernel/ids.ts'
import { done, refuse, type Result } from '#kernel/result.ts'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { handler, personal, type BeforeCommand, type CommandContext, type Steps } from '#server/procedures.ts'
import { chunked } from '#kernel/grouped.ts'
import type { AnswerOf } from '#kernel/procedures.ts'
import type { bank, Columns } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { numbersOf } from '../rules/numbers.ts'
import type {
  MoneyLine,
  RememberedColumns,
  Statement,
  StatementLine,
  StatementRefusal,
  UnknownColumns,
} from '../rules/statements.ts'
import { bankColumns, bankKeys, bankLines, bankStatements } from '../tables.ts'
import { countDecided } from './lines.ts'
import { isReturned, takenBackByMark } from './takenBackByMark.ts'
import { sameHeadings } from './statements/otherTable.ts'
import { readStatement } from './statements/read.ts'
import { waiting } from './waiting.ts'

/** One file at a time, since each may take a hundred MB for a moment. */
const alone = pLimit(1)
/** Lines stored per transaction. */
const BATCH = 300
/** Largest amount that the database column holds, in hundredths of the currency. */
const LARGEST = 2_000_000_000

interface File {
  /** The file in base64. */
  readonly file: string
  readonly columns?: { readonly headings: readonly string[]; readonly columns: Columns } | undefined
}

/** How many lines the file has, and what became of them. */
type Counts = Omit<Extract<AnswerOf<typeof bank.read>, { kind: 'read' }>, 'kind' | 'decided'>

interface Prepared {
  readonly outcome: Result<Statement | UnknownColumns, 'noAccount' | 'linesDecided' | StatementRefusal>
  /** The same file parsed with the formerly remembered columns, if other columns are given now. */
  readonly before: Statement | null
  /** Set after the lines are stored. */
  readonly counts: Counts | null
}

export const read = handler({
  limits: () => [{ key: 'statement', max: 60, per: HOUR, perCaller: true }],
  prepare: async ({ file, columns }: File, { db, settings }: BeforeCommand): Promise<Prepared> => {
    const { iban, otherAccounts } = settings.sections.payments
    if (iban === '') return { outcome: refuse('noAccount'), before: null, counts: null }
    const remembered = await db.select().from(bankColumns).orderBy(desc(bankColumns.savedAt))
    const accounts = [iban, ...otherAccounts.split(' ').filter(Boolean)]
    const readBy = async (by: readonly RememberedColumns[]) =>
      await alone(() => readStatement([Buffer.from(file, 'base64')], { accounts, remembered: by }))
    if (!columns) return { outcome: await readBy(remembered), before: null, counts: null }
    const before = remembered.find(({ headings }) => sameHeadings(headings, columns.headings))
    const read = before && !isDeepStrictEqual(before.columns, columns.columns) ? await readBy([before]) : null
    return {
      outcome: await readBy([columns]),
      before: read?.ok && read.value.kind === 'statement' ? read.value : null,
      counts: null,
    }
  },
  inSteps: async (steps: Steps, prepared: Prepared) => {
    const { outcome, before } = prepared
    if (!outcome.ok || outcome.value.kind === 'unknownColumns') return prepared
    if (before && !(await steps.step((c) => takeOut(c, before))))
      return { ...prepared, outcome: refuse('linesDecided') }
    return { ...prepared, counts: await keep(steps, outcome.value) }
  },
  run: async (
    c: CommandContext,
    { columns }: File,
    prepared,
  ): Promise<Result<AnswerOf<typeof bank.read>, 'noAccount' | 'linesDecided' | StatementRefusal>> => {
    if (!prepared) throw new Error('The file was not read.')
    const { outcome, counts } = prepared
    if (!outcome.ok) return outcome
    const found = outcome.value
    if (found.kind === 'unknownColumns') return done(shownTable(found))
    if (!counts) throw new Error('The lines were not kept.')
    if (columns) await remember(c, columns)
    c.log({ channel: 'payments', level: 'info', message: logLines.read, metadata: { ...counts } })
    const decided = await countDecided(c.tx)
    return done({ kind: 'read' as const, ...counts, decided, ...(found.table && { table: shownTable(found.table) }) })
  },
})

const shownTable = ({ kind, headings, rows, guess, unreadable }: UnknownColumns) => ({
  kind,
  headings: [...headings],
  rows: rows.map((row) => [...row]),
  guess,
  unreadable,
})

/** Replaces the columns remembered for such a table. */
async function remember(c: CommandContext, { headings, columns }: NonNullable<File['columns']>): Promise<void> {
  const all = await c.tx.select({ id: bankColumns.id, headings: bankColumns.headings }).from(bankColumns)
  const before = all.filter((one) => sameHeadings(one.headings, headings)).map(({ id }) => id)
  await c.tx.delete(bankColumns).where(inArray(bankColumns.id, before))
  await c.tx
    .insert(bankColumns)
    .values({ id: newId(), headings: [...headings], columns, savedAt: c.now, savedBy: c.actorId })
}

/**
 * Deletes the lines of a file that was read with other columns, except those that came from another kind of table.
 * Returns false, without deleting, if one of them is already decided or taken back by another line.
 */
async function takeOut(c: CommandContext, { lines, table }: Statement): Promise<boolean> {
  await c.tx.execute(sql`lock table ${bankKeys} in share row exclusive mode`)
  const { keyed } = await knownKeys(c, '', lines)
  const known = lines.flatMap((line) => line.aliases.flatMap((alias) => keyed.get(keyOf(line, alias)) ?? []))
  const ids = await ofTables(c, known, table?.headings ?? [])
  const ofThese = isAmong(bankLines.id, ids)
  const found = await c.tx
    .select({ state: bankLines.state })
    .from(bankLines)
    .where(ofThese)
    .orderBy(asc(bankLines.id))
    .for('update')
  if (found.some(({ state }) => state !== 'waits')) return false
  // a return in this file of a line in this file is deleted with it
  const others = and(isNotNull(bankLines.takesBack), not(ofThese))
  const takingBack = c.tx.select({ id: bankLines.takesBack }).from(bankLines).where(others)
  const [back] = await c.tx
    .select({ id: bankLines.id })
    .from(bankLines)
    .where(and(ofThese, inArray(bankLines.id, takingBack)))
    .limit(1)
  if (back) return false
  await c.tx.delete(bankKeys).where(isAmong(bankKeys.lineId, ids))
  await c.tx.delete(bankLines).where(ofThese)
  return true
}

/** One parameter for all values: a file may have more lines than a statement can have parameters. */
const isAmong = (column: AnyPgColumn, values: readonly string[]): SQL =>
  inArray(column, sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`)

/** Those of these lines that came from a table with these headings. */
async function ofTables(c: CommandContext, ids: readonly string[], headings: readonly string[]): Promise<string[]> {
  const found = await c.tx
    .select({ id: bankLines.id, headings: bankStatements.headings })
    .from(bankLines)
    .innerJoin(bankStatements, eq(bankStatements.id, bankLines.statementId))
    .where(isAmong(bankLines.id, ids))
  return found.filter((line) => line.headings && sameHeadings(line.headings, headings)).map(({ id }) => id)
}

/**
 * Stores what is new in a statement, in batches, and counts all lines. Each line is stored together with its keys and
 * is recognised by them: after an interruption it continues, and reading the file again adds what is missing.
 */
async function keep({ id: statementId, db, step }: Steps, statement: Statement): Promise<Counts> {
  const { lines } = statement
  const placed = lines.map((line, position) => ({ line, position }))
  // credits first: a return may be listed above the credit that it takes back
  const all = (['credit', 'debit'] as const).map((way) => placed.filter(({ line }) => line.direction === way))
  const counted = { lines: lines.length, added: 0, known: 0, others: 0 }
  await step(async ({ tx, now, actorId }) => {
    const days = { firstDay: statement.from, lastDay: statement.to }
    const headings = statement.table ? [...statement.table.headings] : null
    const row = { id: statementId, accounts: [...statement.accounts], ...days, headings }
    await tx
      .insert(bankStatements)
      .values({ ...row, ...counted, readAt: now, readBy: actorId })
      .onConflictDoUpdate({ target: bankStatements.id, set: { ...counted, readAt: now } })
  })
  let others = 0
  for (const each of all) {
    for (const some of chunked(each, BATCH)) others += await step((c) => keepSome(c, statementId, some))
  }
  const now = await waiting(db)
  const fresh = now.lines.filter((line) => line.statementId === statementId)
  const settles = fresh.filter(({ id }) => now.matches.get(id)?.kind === 'settles').length
  const back = fresh.filter(({ takesBack }) => takesBack !== null).length
  const known = lines.length - others - fresh.length
  await step(async ({ tx }) => {
    const counts = { added: fresh.length, known, others }
    await tx.update(bankStatements).set(counts).where(eq(bankStatements.id, statementId))
  })
  return { lines: lines.length, settles, back, look: fresh.length - settles - back, known, others }
}

/** A line and its index in the file. */
interface Placed {
  readonly line: StatementLine
  readonly position: number
}

/** Stores those of these lines that are new; returns how many lines are of a kind that is not stored. */
async function keepSome(c: CommandContext, statementId: string, some: readonly Placed[]): Promise<number> {
  // a concurrent read of an overlapping file waits, and then finds these lines known
  await c.tx.execute(sql`lock table ${bankKeys} in share row exclusive mode`)
  const lines = some.map(({ line }) => line)
  const { keyed, elsewhere } = await knownKeys(c, statementId, lines)
  const marked = await takenBackByMark(c.tx, lines)
  const rows = []
  const keys = []
  let others = 0
  for (const { line, position } of some) {
    const knownAs = line.aliases.map((alias) => keyed.get(keyOf(line, alias))).find((one) => one !== undefined)
    // a debit with the bank's reference of a credit takes that credit back
    const underItsReference = () =>
      line.aliases.map((alias) => keyed.get(keyOf(line, alias, 'credit'))).find((one) => one !== undefined)
    const original = () => (line.direction === 'debit' ? (underItsReference() ?? marked(line)) : null)
    if (knownAs !== undefined) {
      if (isReturned(line)) await findAtLast(c, knownAs, original)
      continue
    }
    const takesBack = original()
    if ((line.kind !== 'payment' && takesBack === null && !isReturned(line)) || line.cents > LARGEST) {
      others++
      continue
    }
    const id = newId()
    // the reference is known with another amount
    const doubtful =
      takesBack === null && line.aliases.some(({ reference }) => elsewhere.has(`${line.account} ${reference}`))
    rows.push({ id, statement_id: statementId, position, ...rowOf(line, takesBack), doubtful })
    for (const alias of line.aliases) {
      const { reference, ordinal } = alias
      const { account, direction, currency, cents } = line
      keys.push({ account, reference, direction, currency, cents, ordinal, line_id: id })
      // so that a return within the same file finds it
      keyed.set(keyOf(line, alias), id)
    }
  }
  if (rows.length > 0)
    await c.tx.execute(
      sql`insert into ${bankLines} select * from jsonb_populate_recordset(null::"bankLines", ${JSON.stringify(rows)}::jsonb)`,
    )
  if (keys.length > 0)
    await c.tx.execute(
      sql`insert into ${bankKeys} select * from jsonb_populate_recordset(null::"bankKeys", ${JSON.stringify(keys)}::jsonb) on conflict do nothing`,
    )
  const { added, known, others: counted } = bankStatements
  await c.tx
    .update(bankStatements)
    .set({
      added: sql`${added} + ${rows.length}`,
      known: sql`${known} + ${some.length - rows.length - others}`,
      others: sql`${counted} + ${others}`,
    })
    .where(eq(bankStatements.id, statementId))
  return others
}

/** The columns of a new line, as the database names them; a debit that takes a credit back has fewer facts. */
function rowOf(line: StatementLine, takesBack: string | null) {
  const { account, day, cents, currency } = line
  const { name = null, iban = null, unsplit = false, ...money }: Partial<Omit<MoneyLine, 'kind'>> = line
  const { reference = null, referenceInText = null, endToEndId = null, text = '' } = money
  return {
    kind: takesBack === null ? line.kind : 'returned',
    account,
    day,
    cents,
    currency,
    name,
    iban,
    reference,
    reference_in_text: referenceInText,
    end_to_end_id: endToEndId,
    text,
    numbers: numbersOf({ reference, referenceInText, endToEndId, text }),
    unsplit,
    takes_back: takesBack,
    undone: [],
    state: 'waits',
  }
}

/** Links a waiting return to its original, which was unknown until the file with it was read. */
async function findAtLast(c: CommandContext, lineId: string, original: () => string | null): Promise<void> {
  const unknown = and(eq(bankLines.id, lineId), isNull(bankLines.takesBack), eq(bankLines.state, 'waits'))
  const [line] = await c.tx.select({ id: bankLines.id }).from(bankLines).where(unknown).for('update')
  const takesBack = line ? original() : null
  if (takesBack !== null) await c.tx.update(bankLines).set({ takesBack }).where(unknown)
}

/**
 * Progress of the caller's statement that is being read; null if there is none, or if it was interrupted minutes ago.
 */
export const reading = personal({ on: [bankStatements] }, async ({ db, now, accountId }) => {
  const kept = sql<number>`${bankStatements.added} + ${bankStatements.known} + ${bankStatements.others}`.mapWith(Number)
  const [found] = await db
    .select({ done: kept, all: bankStatements.lines })
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.readBy, accountId ?? ''),
        gt(bankStatements.readAt, now - 5 * MINUTE),
        sql`${kept} < ${bankStatements.lines}`,
      ),
    )
    .orderBy(desc(bankStatements.readAt))
    .limit(1)
  return found ?? null
})

type Alias = StatementLine['aliases'][number]

const keyOf = (line: StatementLine, { reference, ordinal }: Alias, direction = line.direction): string =>
  [line.account, reference, direction, line.currency, line.cents, ordinal].join(' ')

/** The stored lines with these references, and the references known from other statements. */
async function knownKeys(c: CommandContext, statementId: string, lines: readonly StatementLine[]) {
  const byAccount = new Map<string, Set<string>>()
  for (const { account, aliases } of lines) {
    const references = byAccount.get(account) ?? new Set()
    for (const { reference } of aliases) references.add(reference)
    byAccount.set(account, references)
  }
  const keyed = new Map<string, string>()
  const elsewhere = new Set<string>()
  for (const [account, references] of byAccount) {
    const found = await c.tx
      .select({ key: bankKeys, statementId: bankLines.statementId })
      .from(bankKeys)
      .innerJoin(bankLines, eq(bankLines.id, bankKeys.lineId))
      .where(and(eq(bankKeys.account, account), isAmong(bankKeys.reference, [...references])))
    for (const { key, statementId: of } of found) {
      const { reference, direction, currency, cents, ordinal, lineId } = key
      keyed.set([account, reference, direction, currency, cents, ordinal].join(' '), lineId)
      if (of !== statementId) elsewhere.add(`${account} ${reference}`)
    }
  }
  return { keyed, elsewhere }
}
