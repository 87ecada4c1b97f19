// Writes batches: each row together with its payment, so that a killed process leaves no half-imported row.
import { and, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { inDatabase } from '#server/db/columns.ts'
import { rows as rowsIn, type Tx } from '#server/db/database.ts'
import { EVERYTHING } from '#server/changes/topics.ts'
import type { CommandContext } from '#server/procedures.ts'
import { keepFirebaseKey, type FirebaseKey } from '#studio/accounts/server/firebasePasswords.ts'
import { accounts, credentials, people, sessions } from '#studio/accounts/tables.ts'
import { attendance } from '#studio/attendance/tables.ts'
import { classes } from '#studio/classes/tables.ts'
import { courseRegistrations, courses } from '#studio/courses/tables.ts'
import { logs } from '#studio/logs/tables.ts'
import { memberships, passEntries, purchases } from '#studio/memberships/tables.ts'
import { makePayers, payerOfPerson, payingAccounts } from '#studio/payments/server/payers.ts'
import { paymentHistory, payments, receipts } from '#studio/payments/tables.ts'
import { registrations } from '#studio/registrations/tables.ts'
import { schedule } from '#studio/schedule/tables.ts'
import type { Kind, Problem } from '../rules.ts'
import { importedRows } from '../tables.ts'
import type { Batch, NamedPayment, Rows } from './rows.ts'
import { shownAmount } from './judge.ts'
import { inPart } from './part.ts'

/** Result of a batch. */
export interface Saved {
  readonly added: number
  /** Rows imported before, including those deleted here since. */
  readonly known: number
  readonly problems: readonly Problem[]
}

/** What importing the batch would do; writes nothing. */
export async function lookAt(db: Tx, batch: Batch): Promise<Saved> {
  const known = await knownOf(db, batch)
  const fresh = batch.rows.filter(({ id }) => !known.has(id))
  const taken = batch.kind === 'people' ? await takenAddresses(db, fresh as readonly Rows['people'][]) : []
  return { added: fresh.length, known: known.size, problems: taken }
}

export async function save(c: CommandContext, batch: Batch, moveId?: string): Promise<Saved> {
  const marked = await mark(c, batch, moveId)
  const fresh = batch.rows.filter(({ id }) => marked.delete(id))
  const known = batch.rows.length - fresh.length
  if (fresh.length === 0) return { added: 0, known, problems: [] }
  // so many rows change every screen: recording each change would take longer than writing the rows
  await c.tx.execute(sql`select set_config('studio.changed', ${EVERYTHING}, true)`)
  const taken = batch.kind === 'people' ? await takenAddresses(c.tx, fresh as readonly Rows['people'][]) : []
  const without = new Set(taken.map(({ id }) => id))
  const rows = without.size > 0 ? fresh.map((row) => (without.has(row.id) ? { ...row, account: null } : row)) : fresh
  const failure = await within(c, batch.kind, rows)
  if (failure === null) return { added: rows.length, known, problems: taken }
  // a row of the batch was refused: write each row alone
  const refused: Problem[] = []
  for (const row of rows) {
    const why = await within(c, batch.kind, [row])
    if (why !== null) refused.push({ kind: batch.kind, id: row.id, reason: 'refusedByDatabase', detail: why })
  }
  if (refused.length > 0) await c.tx.delete(importedRows).where(isOf(batch.kind, refused))
  return { added: rows.length - refused.length, known, problems: [...taken, ...refused] }
}

export const keepKey = (c: CommandContext, key: FirebaseKey) => keepFirebaseKey(c.tx, key, c.now)

const isOf = (kind: Kind, rows: readonly { readonly id: string }[]) =>
  and(
    eq(importedRows.kind, kind),
    inArray(
      importedRows.id,
      rows.map(({ id }) => id),
    ),
  )

/**
 * Marks rows as imported; returns the ids that were not marked before. A second import of the same rows waits here. A
 * select first would make PostgreSQL keep the plan for an empty table.
 */
async function mark(
  { tx, now }: CommandContext,
  { kind, rows }: Batch,
  moveId: string | undefined,
): Promise<Set<string>> {
  const all = JSON.stringify(rows.map(({ id }) => ({ kind, id, at: new Date(now).toISOString(), move_id: moveId })))
  const marked = await tx.execute(sql`insert into ${importedRows} (kind, id, at, move_id)
    select kind, id, at, move_id from jsonb_populate_recordset(null::${importedRows}, ${all}::jsonb)
    on conflict do nothing returning id`)
  return new Set(rowsIn<{ id: string }>(marked).map(({ id }) => id))
}

async function knownOf(db: Tx, { kind, rows }: Batch): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const found = await db.select({ id: importedRows.id }).from(importedRows).where(isOf(kind, rows))
  return new Set(found.map(({ id }) => id))
}

/** Addresses that belong to other accounts in this studio, which keep them. */
async function takenAddresses(db: Tx, rows: readonly Rows['people'][]): Promise<Problem[]> {
  const wanted = new Map(rows.flatMap(({ id, account }) => (account ? [[account.email, id] as const] : [])))
  if (wanted.size === 0) return []
  const found = await db
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.email, [...wanted.keys()]))
  return found.flatMap(({ id: owner, email }): Problem[] => {
    const id = wanted.get(email)
    return id === undefined || id === owner ? [] : [{ kind: 'people', id, reason: 'addressTaken', detail: email }]
  })
}

/** Writes rows in one savepoint; returns why they were refused, or null. */
const within = (c: CommandContext, kind: Kind, rows: readonly Rows[Kind][]): Promise<string | null> =>
  inPart(c, () => writers[kind](c, rows as never))

type Writers = { readonly [K in Kind]: (c: CommandContext, rows: readonly Rows[K][]) => Promise<unknown> }

const rowsOf = <Row>(rows: readonly { readonly row: Row }[]) => rows.map(({ row }) => row)

const writers: Writers = {
  async people({ tx, now }, rows) {
    await insertAll(
      tx,
      people,
      rows.map(({ person }) => person),
    )
    const made = rows.flatMap(({ account }) => account ?? [])
    await insertAll(tx, accounts, made)
    const kept = rows.flatMap(({ account, passwordHash }) =>
      account && passwordHash !== null ? [{ accountId: account.id, passwordHash, changedAt: now }] : [],
    )
    await insertAll(tx, credentials, kept)
  },
  sessions: ({ tx }, rows) => insertAll(tx, sessions, rowsOf(rows)),
  classes: ({ tx }, rows) => insertAll(tx, classes, rowsOf(rows)),
  memberships: ({ tx }, rows) => insertAll(tx, memberships, rowsOf(rows)),
  courses: ({ tx }, rows) => insertAll(tx, courses, rowsOf(rows)),
  schedule: ({ tx }, rows) => insertAll(tx, schedule, rowsOf(rows)),
  async passes(c, rows) {
    await pay(c, rows)
    await insertAll(
      c.tx,
      purchases,
      rows.map(({ row, paid }) => ({ ...row, paymentId: paid?.id ?? null })),
    )
    await insertAll(
      c.tx,
      passEntries,
      rows.map(({ row }) => {
        const left = row.classLimit - (row.classesUsed ?? 0)
        return {
          purchaseId: row.id,
          at: row.createdAt,
          kind: 'opening' as const,
          classes: left,
          remaining: left,
          validUntil: row.validUntil,
        }
      }),
    )
  },
  async courseRegistrations(c, rows) {
    await pay(c, rows)
    await insertAll(c.tx, courseRegistrations, rowsOf(rows))
    await c.tx.execute(sql`update ${courses} set registered_count = registered_count + n,
        default_max_participants = greatest(default_max_participants, registered_count + held_count + n)
      from ${countsOf(rows.map(({ row }) => row.courseId))} where ${courses.id} = counted.id`)
  },
  async registrations(c, rows) {
    await pay(c, rows)
    await insertAll(c.tx, registrations, rowsOf(rows))
    await c.tx.execute(sql`update ${schedule} set registered_count = registered_count + n,
        max_participants = greatest(max_participants, registered_count + held_count + n)
      from ${countsOf(rows.map(({ row }) => row.scheduleId))} where ${schedule.id} = counted.id`)
    const byPass = rows.flatMap(({ row }) => row.userMembershipId ?? [])
    // the imported places account for these uses, so reduce the correction
    if (byPass.length > 0)
      await c.tx.execute(sql`update ${purchases} set classes_corrected = classes_corrected - n
        from ${countsOf(byPass)} where ${purchases.id} = counted.id`)
    const marks = rows.flatMap(({ mark }) => mark ?? [])
    await insertAll(c.tx, attendance, marks)
  },
  payments: (c, rows) => pay(c, rows),
  async logs({ tx }, rows) {
    const made = await insertAll(
      tx,
      logs,
      rows.map(({ line, at }) => ({ ...line, createdAt: at })),
      sql`returning id`,
    )
    // any log line may pair with any mark, as all of them are undone or kept together
    const marks = JSON.stringify(rows.map(({ id }, n) => ({ id, made_id: made[n]?.['id'] })))
    await tx.execute(sql`update ${importedRows} set made_id = made.made_id
      from jsonb_to_recordset(${marks}::jsonb) as made(id text, made_id bigint)
      where ${importedRows.kind} = 'logs' and ${importedRows.id} = made.id`)
  },
}

/** A table expression that counts how often each id occurs. */
export function countsOf(ids: readonly string[]) {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  const all = JSON.stringify([...counts].map(([id, n]) => ({ id, n })))
  return sql`jsonb_to_recordset(${all}::jsonb) as counted(id text, n int)`
}

/** Inserts payments with their payers, receipts and first history entries. */
async function pay(c: CommandContext, rows: readonly { readonly paid: NamedPayment | null }[]): Promise<void> {
  const all = rows.flatMap(({ paid }) => paid ?? [])
  if (all.length === 0) return
  const paying = await payingAccounts(c.tx, [...new Set(all.map(({ userId }) => userId))], null)
  const payerOf = (userId: string) => paying.get(userId) ?? payerOfPerson(userId)
  const wanted = new Map(all.map(({ userId }) => [userId, { userId, payerId: payerOf(userId) }]))
  await makePayers(c, [...wanted.values()])
  await insertAll(
    c.tx,
    payments,
    all.map((paid) => ({ ...paid, payerId: payerOf(paid.userId) })),
  )
  const came = all.flatMap(({ id, item, received, paymentMethod, updatedAt }) =>
    received ? [{ ...received, paymentId: id, item, way: paymentMethod, source: 'desk' as const, at: updatedAt }] : [],
  )
  await insertAll(c.tx, receipts, came)
  await insertAll(
    c.tx,
    paymentHistory,
    all.map((paid) => ({
      paymentId: paid.id,
      at: paid.updatedAt,
      toStatus: paid.status,
      toAmount: shownAmount(paid),
      reason: paid.why,
    })),
  )
}

/** Inserts many rows from one JSON parameter: much faster than one parameter for each field. */
async function insertAll<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  returning: SQL = sql``,
): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return []
  const columns = Object.entries(getTableColumns(table))
    .filter(([key]) => rows.some((row) => key in row))
    .map(([key, column]) => ({
      key,
      name: inDatabase(column.name),
      isInstant: column.getSQLType().startsWith('timestamp'),
    }))
  const names = columns.map(({ name }) => sql`${sql.identifier(name)}`)
  const all = rows.map((row) =>
    Object.fromEntries(
      columns.map(({ key, name, isInstant }) => {
        const value: unknown = (row as Record<string, unknown>)[key]
        return [name, isInstant && typeof value === 'number' ? new Date(value).toISOString() : value]
      }),
    ),
  )
  const list = sql.join(names, sql`, `)
  return rowsIn(
    await tx.execute(sql`insert into ${table} (${list})
      select ${list} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(all)}::jsonb) ${returning}`),
  )
}
