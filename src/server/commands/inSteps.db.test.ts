import { setImmediate as others } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { databaseOver } from '#server/db/database.ts'
import type { Engine } from '#server/db/connection.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { testEngine } from '#server/testing/database.ts'
import { EMPTY_ALL_TABLES } from '#server/testing/emptyTables.ts'
import { insertPeople } from '#server/testing/insertPeople.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { camt, movement, statementOf, type Movement } from '#server/testing/statements.ts'
import { TestStudio, WITH_FEATURES, type Person } from '#server/testing/studio.ts'
import { bank } from '#studio/bank/contract.ts'
import { payments } from '#studio/payments/contract.ts'

const ACCOUNT = 'EE471000001020145685'
const LINES = 700
const PAYERS = 100

let studio: TestStudio
let admin: Person
/** Commits left before the database becomes unavailable, as if the process ended. */
let left = Infinity

function ending(engine: Engine): Engine {
  return {
    ...engine,
    async connect(wait, purpose) {
      if (left <= 0) throw new DatabaseUnavailable('The process has ended')
      const connection = await engine.connect(wait, purpose)
      return {
        ...connection,
        commit: () => {
          if (purpose === 'writing') left--
          return connection.commit()
        },
      }
    },
  }
}

beforeAll(async () => {
  const { engine } = await testEngine()
  studio = await TestStudio.open(WITH_FEATURES, databaseOver(ending(engine)))
})
beforeEach(async () => {
  left = Infinity
  await studio.database.transaction((tx) => tx.execute(sql.raw(EMPTY_ALL_TABLES)))
  await studio.services.readSettings()
  studio.reported.length = 0
  admin = await studio.person('admin')
})
afterAll(() => studio.close())

/** Creates this many people, each with a reference. */
async function payers(): Promise<string[]> {
  await studio.database.transaction(async (tx) => {
    await tx.execute(
      insertPeople(
        'id, email, email_verified_at, display_name, family_name, dob, created_at',
        sql`select 'u' || n, 'u' || n || '@example.ee', now(), 'Mari', 'Tamm', '2005-05-05', now()
          from generate_series(1, ${PAYERS}::int) n`,
      ),
    )
    await tx.execute(sql`insert into payers (id, account_id, created_at)
      select id, id, now() from accounts where id like 'u%' and length(id) < 6 on conflict do nothing`)
    await tx.execute(sql`insert into "payerReferences" (reference, payer_id, created_at)
      select issue_reference(), id, now() from payers y
      where not exists (select from "payerReferences" r where r.payer_id = y.id)`)
  })
  const found = await studio.sql<{ reference: string }>`select reference from "payerReferences" order by reference`
  return found.map(({ reference }) => reference)
}

async function file(): Promise<string> {
  const references = await payers()
  const movements: Partial<Movement>[] = Array.from({ length: LINES }, (_, place) => ({
    archive: `RO${place}`,
    order: `RO${place}`,
    cents: 1000 + place,
    reference: references[place % references.length] ?? '',
    text: '',
  }))
  return Buffer.from(camt(statementOf(movements.map(movement), { account: ACCOUNT }))).toString('base64')
}

const kept = async () => (await studio.sql<{ count: number }>`select count(*)::int as count from "bankLines"`)[0]?.count

it('continues an interrupted statement under the same key, and counts all its lines as new', async () => {
  const [statement, key] = [await file(), newId()]
  left = 4
  const cut = await studio.call(admin, bank.read, { file: statement }, key)
  expect(cut.status).toBe(503)
  left = Infinity
  const before = (await kept()) ?? 0
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(LINES)
  expect(await studio.ask(admin, bank.reading, {})).toEqual({ done: before, all: LINES })
  const { body } = await studio.call(admin, bank.read, { file: statement }, key)
  expect(body).toMatchObject({ ok: true, value: { lines: LINES, settles: LINES, known: 0, look: 0 } })
  expect(await studio.sql`select lines, added, known, others from "bankStatements"`).toEqual([
    { lines: LINES, added: LINES, known: 0, others: 0 },
  ])
  expect(await studio.ask(admin, bank.reading, {})).toBeNull()
  expect(await kept()).toBe(LINES)
  await expectInvariants(studio)
})

it('reads an interrupted statement again under a new key, and adds the missing lines', async () => {
  const statement = await file()
  left = 4
  await studio.call(admin, bank.read, { file: statement })
  left = Infinity
  const before = (await kept()) ?? 0
  expect(before).toBeGreaterThan(0)
  expect(await studio.must(admin, bank.read, { file: statement })).toMatchObject({
    settles: LINES - before,
    known: before,
    look: 0,
  })
  expect(await kept()).toBe(LINES)
  await expectInvariants(studio)
})

it('returns the stored result for a repeated key, without reading the statement again', async () => {
  const [statement, key] = [await file(), newId()]
  const first = await studio.call(admin, bank.read, { file: statement }, key)
  expect(await studio.call(admin, bank.read, { file: statement }, key)).toEqual(first)
  expect(await studio.sql`select id from "bankStatements"`).toHaveLength(1)
})

it('stores nothing of a file sent by a member', async () => {
  const statement = await file()
  const member = await studio.person()
  expect((await studio.call(member, bank.read, { file: statement })).status).toBe(403)
  expect(await studio.sql`select id from "bankStatements"`).toEqual([])
})

it('stops reading when the caller loses their role', async () => {
  const statement = await file()
  const reading = studio.call(admin, bank.read, { file: statement })
  while ((await kept()) === 0) await others()
  await studio.database.transaction((tx) =>
    tx.execute(sql`update accounts set role = 'user' where id = ${admin.accountId}`),
  )
  expect((await reading).status).toBe(403)
  expect(await kept()).toBeLessThan(LINES)
})

it('serves other calls while a statement is read, matched and settled', async ({ annotate }) => {
  const statement = await file()
  const member = await studio.person()
  const over = new AbortController()
  const waited: number[] = []
  const asking = (async () => {
    while (!over.signal.aborted) {
      const asked = performance.now()
      await studio.ask(member, payments.myCredit, {})
      waited.push(performance.now() - asked)
      await others()
    }
  })()
  await studio.must(admin, bank.read, { file: statement })
  const whileRead = waited.length
  const lines = await studio.ask(admin, bank.ready, {})
  await studio.must(admin, bank.settle, {
    lines: lines.slice(0, 50).map(({ lineId, seen }) => ({ lineId, seen })),
  })
  over.abort()
  await asking
  await annotate(`${waited.length} answers to others, the slowest after ${Math.max(...waited).toFixed(0)} ms`)
  // other calls can run between any two steps
  expect(whileRead).toBeGreaterThan(LINES / 300)
})

it('settles exactly the lines that the list showed, whoever else has lines waiting', async () => {
  await studio.must(admin, bank.read, { file: await file() })
  const lines = await studio.ask(admin, bank.ready, {})
  const some = lines.filter((_, place) => place % 14 === 0).map(({ lineId, seen }) => ({ lineId, seen }))
  expect(await studio.must(admin, bank.settle, { lines: some })).toEqual({ settled: some.length, changed: 0 })
  await expectInvariants(studio)
})
