// A file of a bank: read before any lock, then kept line by line, each real line once.
import { and, eq, inArray, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { newId } from '#kernel/ids.ts'
import { done, refuse, type Result } from '#kernel/result.ts'
import { HOUR } from '#kernel/time.ts'
import { handler, type BeforeCommand, type CommandContext } from '#server/procedures.ts'
import type { AnswerOf } from '#kernel/procedures.ts'
import type { bank, Columns } from '../contract.ts'
import type { MoneyLine, Statement, StatementLine, StatementRefusal } from '../rules/statements.ts'
import { bankColumns, bankKeys, bankLines, bankStatements } from '../tables.ts'
import { readStatement } from './statements/read.ts'
import { waiting } from './waiting.ts'

/** One at a time: each may take a hundred MB for a moment. */
const alone = pLimit(1)
/** Rows that are written, or looked for, by one statement. */
const BATCH = 2_000
/** What the columns of the database hold. */
const LARGEST = 2_000_000_000

interface File {
  /** In base64. */
  readonly file: string
  readonly columns?: { readonly headings: readonly string[]; readonly columns: Columns } | undefined
}

export const read = handler({
  limits: () => [{ key: 'statement', max: 60, per: HOUR, perCaller: true }],
  prepare: async ({ file, columns }: File, { db, settings }: BeforeCommand) => {
    const { iban, otherAccounts } = settings.sections.payments
    if (iban === '') return refuse('noAccount')
    const remembered = await db.select().from(bankColumns)
    const said = columns ? [columns, ...remembered] : remembered
    return await alone(() =>
      readStatement([Buffer.from(file, 'base64')], {
        accounts: [iban, ...otherAccounts.split(' ').filter(Boolean)],
        remembered: said,
      }),
    )
  },
  run: async (
    c: CommandContext,
    { columns }: File,
    outcome,
  ): Promise<Result<AnswerOf<typeof bank.read>, 'noAccount' | StatementRefusal>> => {
    if (!outcome) throw new Error('The file was not read.')
    if (!outcome.ok) return outcome
    const found = outcome.value
    if (found.kind === 'unknownColumns') {
      const { headings, rows, guess, unreadable } = found
      return done({
        kind: 'unknownColumns' as const,
        headings: [...headings],
        rows: rows.map((row) => [...row]),
        guess,
        unreadable,
      })
    }
    if (columns) {
      const kept = { headings: [...columns.headings], columns: columns.columns, savedAt: c.now, savedBy: c.actorId }
      await c.tx.insert(bankColumns).values({ id: newId(), ...kept })
    }
    return done({ kind: 'read' as const, ...(await keep(c, found)) })
  },
})

/** Keeps what is new of a statement, and counts all of it. */
async function keep(c: CommandContext, statement: Statement) {
  // whoever reads an overlapping file at the same moment waits, and finds these lines known
  await c.tx.execute(sql`lock table ${bankKeys} in share row exclusive mode`)
  const { lines } = statement
  const keyed = await knownKeys(c, lines)
  const added: { line: StatementLine; id: string; takesBack: string | null; doubtful: boolean }[] = []
  let known = 0
  let others = 0
  for (const line of lines) {
    const same = line.aliases.map((alias) => keyed.get(keyOf(line, alias))).find((lineId) => lineId !== undefined)
    if (same !== undefined) {
      known++
      continue
    }
    // a debit under the reference of a credit takes it back
    const takesBack =
      line.direction === 'debit'
        ? (line.aliases.map((alias) => keyed.get(keyOf(line, alias, 'credit'))).find((one) => one !== undefined) ??
          null)
        : null
    if ((line.kind !== 'payment' && takesBack === null) || line.cents > LARGEST) {
      others++
      continue
    }
    const doubtful =
      takesBack === null && line.aliases.some(({ reference }) => keyed.has(`${line.account} ${reference}`))
    const id = newId()
    added.push({ line, id, takesBack, doubtful })
    // what comes back within the same file
    for (const alias of line.aliases) keyed.set(keyOf(line, alias), id)
  }
  const statementId = newId()
  await c.tx.insert(bankStatements).values({
    id: statementId,
    accounts: [...statement.accounts],
    firstDay: statement.from,
    lastDay: statement.to,
    lines: lines.length,
    added: added.length,
    known,
    others,
    readAt: c.now,
    readBy: c.actorId,
  })
  for (let from = 0; from < added.length; from += BATCH) {
    const some = added.slice(from, from + BATCH)
    const rows = some.map(({ line, id, takesBack, doubtful }, place) => {
      const money = line as MoneyLine
      return {
        id,
        statement_id: statementId,
        position: from + place,
        kind: takesBack === null ? 'payment' : 'returned',
        account: line.account,
        day: line.day,
        cents: line.cents,
        currency: line.currency,
        name: money.name ?? null,
        iban: money.iban ?? null,
        reference: money.reference ?? null,
        reference_in_text: money.referenceInText ?? null,
        end_to_end_id: money.endToEndId ?? null,
        text: money.text ?? '',
        unsplit: money.unsplit ?? false,
        doubtful,
        takes_back: takesBack,
        state: 'waits',
      }
    })
    await c.tx.execute(
      sql`insert into ${bankLines} select * from jsonb_populate_recordset(null::"bankLines", ${JSON.stringify(rows)}::jsonb)`,
    )
    const keys = some.flatMap(({ line, id }) =>
      line.aliases.map(({ reference, ordinal }) => ({
        account: line.account,
        reference,
        direction: line.direction,
        currency: line.currency,
        cents: line.cents,
        ordinal,
        line_id: id,
      })),
    )
    await c.tx.execute(
      sql`insert into ${bankKeys} select * from jsonb_populate_recordset(null::"bankKeys", ${JSON.stringify(keys)}::jsonb) on conflict do nothing`,
    )
  }
  const ids = new Set(added.map(({ id }) => id))
  const now = await waiting(c.tx)
  const fresh = now.lines.filter(({ id }) => ids.has(id))
  const settles = fresh.filter(({ id }) => now.matches.get(id)?.kind === 'settles').length
  const back = fresh.filter(({ kind }) => kind === 'returned').length
  const counts = { lines: lines.length, settles, back, look: fresh.length - settles - back, known, others }
  c.log({ channel: 'payments', level: 'info', message: 'Bank statement read.', metadata: { statementId, ...counts } })
  return counts
}

type Alias = StatementLine['aliases'][number]

const keyOf = (line: StatementLine, { reference, ordinal }: Alias, direction = line.direction): string =>
  [line.account, reference, direction, line.currency, line.cents, ordinal].join(' ')

/** Which lines are known under the references of these; a reference by itself is there, too. */
async function knownKeys(c: CommandContext, lines: readonly StatementLine[]): Promise<Map<string, string>> {
  const byAccount = new Map<string, Set<string>>()
  for (const { account, aliases } of lines) {
    const references = byAccount.get(account) ?? new Set()
    for (const { reference } of aliases) references.add(reference)
    byAccount.set(account, references)
  }
  const known = new Map<string, string>()
  for (const [account, references] of byAccount) {
    const all = [...references]
    for (let from = 0; from < all.length; from += BATCH) {
      const some = sql`(select jsonb_array_elements_text(${JSON.stringify(all.slice(from, from + BATCH))}::jsonb))`
      const found = await c.tx
        .select()
        .from(bankKeys)
        .where(and(eq(bankKeys.account, account), inArray(bankKeys.reference, some)))
      for (const { reference, direction, currency, cents, ordinal, lineId } of found) {
        known.set([account, reference, direction, currency, cents, ordinal].join(' '), lineId)
        known.set(`${account} ${reference}`, lineId)
      }
    }
  }
  return known
}
