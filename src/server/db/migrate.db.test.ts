import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testEngine } from '#server/testing/database.ts'
import { databaseOver, rows } from './database.ts'
import { StartRefused } from './errors.ts'
import { migrate, migrationsFolder, readMigrations } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const { engine, url } = await testEngine()
const database = databaseOver(engine)
afterAll(() => database.close())

const quiet = () => {}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'studio-migrations-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

beforeEach(async () => {
  await database.transaction(async (tx) => {
    await tx.execute(sql`drop schema public cascade`)
    await tx.execute(sql`create schema public`)
  })
  fs.rmSync(folder, { recursive: true })
  fs.mkdirSync(folder)
})

/** Writes a migration file like the generator. */
function migration(name: string, ...statements: string[]) {
  fs.writeFileSync(path.join(folder, `${name}.sql`), statements.join('--> statement-breakpoint\n'))
}

async function names(query: ReturnType<typeof sql>): Promise<string[]> {
  return rows<{ name: string }>(await database.read.execute(query)).map((row) => row.name)
}
const write = (statement: ReturnType<typeof sql>) => database.transaction((tx) => tx.execute(statement))
const ask = async (query: ReturnType<typeof sql>) => rows(await database.read.execute(query))
const tables = () => names(sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`)
const applied = () => names(sql`select name from migrations order by name`)

test('applies each migration once, in the order of their names', async () => {
  migration('0000_first', 'create table a (id int)', 'insert into a values (1)')
  await migrate(engine, quiet, folder)
  migration('0001_second', 'alter table a add column n int')
  await migrate(engine, quiet, folder)
  await migrate(engine, quiet, folder)
  expect(rows(await database.read.execute(sql`select * from a`))).toEqual([{ id: 1, n: null }])
  expect(await applied()).toEqual(['0000_first', '0001_second'])
})

test.each([0, 1, 2])(
  'a migration interrupted at statement %i leaves nothing, and the next start applies it all',
  async (at) => {
    const statements = ['create table a (id int)', 'create table b (id int)', 'insert into a values (1)']
    migration('0000_first', 'create table before_it (id int)')
    migration('0001_second', ...statements.toSpliced(at, 0, 'select 1 / 0'))
    await expect(migrate(engine, quiet, folder)).rejects.toThrow()
    expect(await tables()).toEqual(['before_it', 'migrations'])
    migration('0001_second', ...statements)
    await migrate(engine, quiet, folder)
    expect(await tables()).toEqual(['a', 'b', 'before_it', 'migrations'])
  },
)

test('refuses a database of a newer version in one line, without changing it', async () => {
  migration('0000_first', 'create table a (id int)')
  migration('0001_newer', 'create table b (id int)')
  await migrate(engine, quiet, folder)
  fs.rmSync(path.join(folder, '0001_newer.sql'))
  migration('0000_other', 'create table c (id int)')
  await expect(migrate(engine, quiet, folder)).rejects.toThrow(
    /newer version of this program \(it has 0001_newer\)[^\n]*$/,
  )
  expect(await tables()).toEqual(['a', 'b', 'migrations'])
})

test('refuses a migration that was changed after it was applied; other line ends are no change', async () => {
  migration('0000_first', 'create table a (\n id int)')
  await migrate(engine, quiet, folder)
  migration('0000_first', 'create table a (\r\n id int)')
  await migrate(engine, quiet, folder)
  migration('0000_first', 'create table a (id bigint)')
  await expect(migrate(engine, quiet, folder)).rejects.toThrow('0000_first was changed after it was applied')
})

test('keeps the log lines of an older studio, one each', async () => {
  await migrate(engine, quiet, migrationsFolder(), 10)
  const line = { channel: 'auth', level: 'warning', message: 'Sign-in failed.', createdAt: '2026-03-10T10:00:00Z' }
  const writeLines = async (lines: object[]) => {
    const written = sql`select write_logs(${JSON.stringify(lines)}::jsonb) as name`
    expect(rows(await database.transaction((tx) => tx.execute(written)))).toEqual([{ name: null }])
  }
  await writeLines([line, line])
  await migrate(engine, quiet)
  // a server of the older version may still be running
  await writeLines([line])
  const said = { ...line, messageEt: 'Sisse ei saanud.', countedAs: 'a key' }
  await writeLines([said])
  await writeLines([said])
  expect(await names(sql`select message || count || coalesce(message_et, '') as name from logs order by id`)).toEqual([
    ...Array.from({ length: 3 }, () => 'Sign-in failed.1'),
    'Sign-in failed.2Sisse ei saanud.',
  ])
})

test('tables of a migration announce their changes from the start', async () => {
  migration('0000_first', 'create table a (user_id text)', 'create table b (id int)', 'create table people (id text)')
  await migrate(engine, quiet, folder)
  const triggers = sql`select tgrelid::regclass || ' ' || tgname as name from pg_trigger
    where not tgisinternal and tgname like '%row%' order by 1`
  const expected = ['a note_change_of_row_by_user_id', 'b note_change_of_row', 'people note_change_of_row_by_id']
  expect(await names(triggers)).toEqual(expected)
})

test.each([
  ['the server lacks', 'nowhere', 'select 1'],
  ['this role may not add', 'pg_trgm', 'set local role pg_monitor'],
])('asks in one line for an extension that %s', async (_, name, before) => {
  await database.transaction((tx) => tx.execute(sql`grant usage on schema public to pg_monitor`))
  migration('0000_first', before, `CREATE EXTENSION IF NOT EXISTS ${name};`)
  await expect(migrate(engine, quiet, folder)).rejects.toThrow(
    new StartRefused(
      `The database lacks the extension ${name}, and it could not be added: install PostgreSQL's contrib modules on its ` +
        `server, run "create extension ${name}" in this database as its owner or a superuser, and start again.`,
    ),
  )
})

test('people from before names were normalised are found like later ones', async () => {
  await migrate(engine, quiet, undefined, 12)
  await write(sql`insert into users (id, email, display_name, family_name, dob, created_at)
    values ('a', 'a@example.ee', 'Čakste', 'Tamm', '2005-05-05', now())`)
  await migrate(engine, quiet)
  await write(sql`insert into people (id, display_name, family_name, dob, created_at)
    values ('b', 'ИВАН', 'Tamm', '2005-05-05', now())`)
  const found = rows(await database.read.execute(sql`select search from people order by id`))
  expect(found).toEqual([{ search: 'cakste tamm' }, { search: 'иван tamm' }])
})

test("turns a studio's categories into rows, and archives older ones that are still in use", async () => {
  await migrate(engine, quiet, undefined, 21)
  await write(sql`insert into people (id, display_name, family_name, dob, membership_category, created_at)
    values ('mari', 'Mari', 'Tamm', '2005-05-05', 'Cover', now())`)
  await write(sql`insert into classes (id, name, default_max_participants, categories, created_at, updated_at)
    values ('c', 'Jazz', 10, '{Girl Group,"Teens'' Fitness"}', now(), now())`)
  await migrate(engine, quiet)
  expect(await ask(sql`select id, includes, fitness, archived from "classCategories" order by position, id`)).toEqual([
    { id: 'Girl Group', includes: ['Member-girl', 'Member-girl-boy'], fitness: false, archived: false },
    { id: 'Boy Group', includes: ['Member-boy', 'Member-girl-boy', 'Member-16-boy'], fitness: false, archived: false },
    { id: 'K-POP 16+', includes: ['Member-16', 'Member-16-boy'], fitness: false, archived: false },
    { id: "Teens' Fitness", includes: [], fitness: true, archived: true },
  ])
  expect(await ask(sql`select id from "membershipCategories" where group_price`)).toEqual([{ id: 'Cover' }])
})

test('a pass imported from a table ends with its day, also in its book and among the told reminders', async () => {
  await migrate(engine, quiet, undefined, 80)
  const [at, end, before] = ['2026-03-10T10:00:00Z', '2026-12-30T22:00:00Z', '2026-12-30T21:59:59.999Z']
  await write(
    sql`insert into people (id, display_name, family_name, created_at) values ('mari', 'Mari', 'Tamm', ${at})`,
  )
  await write(sql`insert into accounts (id, person_id, email, created_at) values ('a', 'mari', 'a@example.ee', ${at})`)
  // all end at a midnight; only the first three are from a table
  const ends = { table: end, moved: '2027-01-06T22:00:00Z', typed: '2027-01-06T21:59:59.999Z', other: end }
  for (const [id, until] of Object.entries(ends)) {
    const made = id === 'other' ? '2026-03-10T10:00:01Z' : at
    await write(sql`insert into purchases (id, user_id, membership_id, membership_name, class_limit, valid_from, valid_until,
        categories, excluded_categories, created_at, updated_at)
      values (${id}, 'mari', 'ten_classes', 'Ten', 10, ${made}, ${until}, '{}', '{}', ${made}, ${made})`)
    await write(sql`insert into "passEntries" (purchase_id, at, kind, classes, remaining, valid_until)
      values (${id}, ${made}, 'opening', 10, 10, ${end})`)
    if (until !== end) {
      await write(sql`insert into "passEntries" (purchase_id, at, kind, classes, remaining, valid_until)
        values (${id}, ${at}, 'extended', 0, 10, ${until})`)
    }
    const version = Date.parse(until)
    await write(sql`insert into told (account_id, person_id, letter, subject, version, at)
      values ('a', 'mari', 'memberships.ends', ${id}, ${version}, ${at})`)
  }
  await write(sql`insert into "importedRows" (kind, id, at) values ('csvPasses', 'mari ten_classes 2026-12-30', ${at})`)
  await migrate(engine, quiet)
  const found = await ask(sql`select p.id, valid_until, to_timestamp(version / 1000.0) as told,
      (select array_agg(e.valid_until order by e.id) from "passEntries" e where e.purchase_id = p.id) as book
    from purchases p join told on subject = p.id order by p.id`)
  const row = (id: string, until: string, ...book: string[]) => {
    const [valid_until, ...lines] = [until, ...book].map((at) => Date.parse(at))
    return { id, valid_until, told: valid_until, book: lines }
  }
  expect(found).toEqual([
    row('moved', ends.typed, before, ends.typed),
    row('other', end, end),
    row('table', before, before),
    row('typed', ends.typed, end, ends.typed),
  ])
})

describe('migrating users to people and accounts', () => {
  const at = '2026-03-10T10:00:00Z'
  const studioOfUsers = async () => {
    await migrate(engine, quiet, undefined, 14)
    await write(sql`insert into users
      (id, email, email_verified_at, display_name, family_name, dob, role, active, membership_category, language,
        created_at, last_login, deletion_asked_at) values
      ('anna', 'anna@example.ee', ${at}, 'Anna', 'Tamm', '2001-02-03', 'admin', true, null, 'et', ${at}, ${at}, null),
      ('mari', 'mari@example.ee', null, 'Mari', 'Õun', '2005-05-05', 'user', false, 'Cover', 'en', ${at}, null, ${at})`)
    await write(sql`insert into users (id, email, display_name, family_name, active, created_at, deleted_at)
      values ('gone', '', '', '', false, ${at}, ${at})`)
    await write(sql`insert into credentials values ('anna', 'a hash', ${at})`)
    await write(sql`insert into sessions (id, user_id, status, created_at) values ('s', 'anna', 'registration', ${at})`)
    await write(sql`insert into "emailLinks" values ('token', 'mari', 'verify', ${at}, ${at})`)
    await write(sql`insert into classes (id, name, default_max_participants, categories, created_at, updated_at, edited_by)
      values ('c', 'Jazz', 10, '{Cover}', ${at}, ${at}, 'anna'), ('d', 'K-POP', 10, '{Cover}', ${at}, ${at}, 'gone')`)
  }

  const found = async () => ({
    people: await ask(sql`select id, display_name, family_name, dob::text, active, membership_category, search,
      deletion_asked_at is not null as asked, deleted_at is not null as deleted from people order by id`),
    accounts:
      await ask(sql`select id, person_id, email, email_verified_at is not null as verified, role, active, language,
      last_login is not null as seen, search from accounts order by id`),
    rest: await names(sql`select 'password of ' || account_id as name from credentials
      union all select 'session of ' || account_id from sessions
      union all select 'link of ' || account_id from "emailLinks"
      union all select id || ' edited by ' || coalesce(edited_by, 'nobody') from classes order by 1`),
  })
  const expected = {
    people: [
      person('anna', 'Anna', 'Tamm', '2001-02-03', { search: 'anna tamm' }),
      person('gone', '', '', null, { search: '', active: false, deleted: true }),
      person('mari', 'Mari', 'Õun', '2005-05-05', {
        search: 'mari oun',
        active: false,
        asked: true,
        membership_category: 'Cover',
      }),
    ],
    accounts: [
      account('anna', { role: 'admin', language: 'et', verified: true, seen: true }),
      account('mari', { active: false }),
    ],
    rest: ['c edited by anna', 'd edited by nobody', 'link of mari', 'password of anna', 'session of anna'],
  }

  test('keeps their ids, and a deleted user becomes a person without an account', async () => {
    await studioOfUsers()
    await migrate(engine, quiet)
    expect(await found()).toEqual(expected)
    const left = sql`select relname || '' as name from pg_class where relname like '%users%'
      union all select conname from pg_constraint where conname like '%users%' and contype <> 'n'`
    expect(await names(left)).toEqual([])
  })

  test('changes nothing when interrupted at any statement, and the next start completes it', async () => {
    await studioOfUsers()
    await stoppedAnywhere(14, async () =>
      expect((await tables()).filter((name) => ['users', 'people', 'accounts'].includes(name))).toEqual(['users']),
    )
    await migrate(engine, quiet)
    expect(await found()).toEqual(expected)
  })
})

describe('migrating payments without payers', () => {
  const at = '2026-03-10T10:00:00Z'
  const studioOfPayments = async () => {
    await migrate(engine, quiet, undefined, 16)
    await write(sql`insert into people (id, display_name, family_name, dob, created_at)
      select id, 'Mari', 'Tamm', '2005-05-05', ${at} from unnest('{mari,child,idle}'::text[]) id`)
    await write(sql`insert into people (id, display_name, family_name, active, created_at, deleted_at)
      values ('gone', '', '', false, ${at}, ${at})`)
    await write(sql`insert into accounts (id, person_id, email, created_at)
      values ('her account', 'mari', 'mari@example.ee', ${at}), ('idle', 'idle', 'idle@example.ee', ${at})`)
    await write(sql`insert into payments (id, user_id, item, item_id, description, price, payment_method, status, deadline,
        created_at, updated_at)
      select user_id || n, user_id, 'membership', 'm', 'Pass', 4000, 'cash', 'cancelled', ${at},
        timestamptz ${sql.raw(`'${at}'`)} + n * interval '1 day', ${at}
      from unnest('{mari,child,gone}'::text[]) user_id, generate_series(1, 2) n`)
  }
  const payers = () =>
    ask(sql`select y.id, account_id as account, person_id as person, extract(day from y.created_at)::int as day,
        string_agg(p.id, ' ' order by p.id) as pays
      from payers y left join payments p on p.payer_id = y.id group by y.id order by y.id`)
  const expected = [
    { id: 'her account', account: 'her account', person: null, day: 11, pays: 'mari1 mari2' },
    { id: 'person-child', account: null, person: 'child', day: 11, pays: 'child1 child2' },
    { id: 'person-gone', account: null, person: 'gone', day: 11, pays: 'gone1 gone2' },
  ]

  test("sets the payer's account, or the person if there is no account", async () => {
    await studioOfPayments()
    await migrate(engine, quiet)
    expect(await payers()).toEqual(expected)
  })

  test('leaves payments unchanged when interrupted at any statement, and the next start completes it', async () => {
    await studioOfPayments()
    await stoppedAnywhere(16, async () => expect(await tables()).not.toContain('payers'))
    await migrate(engine, quiet)
    expect(await payers()).toEqual(expected)
  })
})

async function mariPays(at: string) {
  await write(
    sql`insert into people (id, display_name, family_name, created_at) values ('mari', 'Mari', 'Tamm', ${at})`,
  )
  await write(sql`insert into payers (id, person_id, created_at) values ('person-mari', 'mari', ${at})`)
}

test('credit of cancelled payments is named after what caused it; other credit stays as it was', async () => {
  const at = '2026-03-10T10:00:00Z'
  await migrate(engine, quiet, undefined, 81)
  await mariPays(at)
  await write(sql`insert into credits (payer_id, cents, day, source, at)
    values ('person-mari', 1500, '2026-03-10', 'forgiven', ${at}), ('person-mari', 500, '2026-03-10', 'bank', ${at}),
      ('person-mari', -700, '2026-03-10', 'used', ${at})`)
  await migrate(engine, quiet)
  expect(await ask(sql`select source, cents from credits order by id`)).toEqual([
    { source: 'cancelled', cents: 1500 },
    { source: 'bank', cents: 500 },
    { source: 'used', cents: -700 },
  ])
})

test('money paid from credit has a way of its own, and credit the way by which its money came', async () => {
  const at = '2026-03-10T10:00:00Z'
  await migrate(engine, quiet, undefined, 82)
  await mariPays(at)
  await write(sql`insert into payments (id, user_id, payer_id, item, item_id, description, price, payment_method, status,
      deadline, created_at, updated_at)
    values ('p', 'mari', 'person-mari', 'course', 'c', 'Salsa', 4000, 'bankTransfer', 'confirmed', ${at}, ${at}, ${at})`)
  await write(sql`insert into receipts (payment_id, item, cents, day, way, source, at)
    values ('p', 'course', 3000, '2026-03-10', 'bankTransfer', 'bank', ${at}),
      ('p', 'course', 1000, '2026-03-10', 'bankTransfer', 'credit', ${at})`)
  await write(sql`insert into credits (payer_id, payment_id, cents, day, source, at)
    values ('person-mari', null, 1500, '2026-03-10', 'bank', ${at}), ('person-mari', null, -100, '2026-03-10', 'returned', ${at}),
      ('person-mari', 'p', 700, '2026-03-10', 'cancelled', ${at}), ('person-mari', null, 600, '2026-03-10', 'cancelled', ${at}),
      ('person-mari', 'p', -1000, '2026-03-10', 'used', ${at}), ('person-mari', null, -200, '2026-03-10', 'paidBack', ${at})`)
  await migrate(engine, quiet)
  expect(await ask(sql`select way from receipts order by id`)).toEqual([{ way: 'bankTransfer' }, { way: 'credit' }])
  expect(await names(sql`select source || ' ' || coalesce(way, '-') as name from credits order by id`)).toEqual([
    'bank bankTransfer',
    'returned bankTransfer',
    // counted cash; of the other one it is not known how its money came
    'cancelled cash',
    'cancelled -',
    'used -',
    'paidBack -',
  ])
})

/** Interrupts a migration before each of its statements, and calls `look` each time. */
async function stoppedAnywhere(index: number, look: () => Promise<void>) {
  const { name, statements } = readMigrations(migrationsFolder())[index]!
  fs.cpSync(migrationsFolder(), folder, { recursive: true })
  for (let at = 0; at <= statements.length; at++) {
    migration(name, ...statements.toSpliced(at, 0, 'select 1 / 0'))
    await expect(migrate(engine, quiet, folder)).rejects.toThrow()
    await look()
  }
}

function person(id: string, display_name: string, family_name: string, dob: string | null, more: object) {
  const usual = { active: true, membership_category: null, asked: false, deleted: false }
  return { id, display_name, family_name, dob, ...usual, ...more }
}

function account(id: string, more: object) {
  const usual = { verified: false, role: 'user', active: true, language: 'en', seen: false }
  return { id, person_id: id, email: `${id}@example.ee`, ...usual, search: `${id}@example.ee`, ...more }
}

test.runIf(url)('processes that start at once take turns, and apply each migration once', async () => {
  migration('0000_first', 'create table a (id int)', 'select pg_sleep(0.2)')
  migration('0001_second', 'insert into a values (1)', 'select pg_sleep(0.1)')
  const others = await Promise.all([1, 2, 3].map(() => openPostgres(url!, 2, quiet)))
  const lines: string[] = []
  await Promise.all([engine, ...others].map((one) => migrate(one, (line) => lines.push(line), folder)))
  await Promise.all(others.map((one) => one.close()))
  expect(rows(await database.read.execute(sql`select * from a`))).toEqual([{ id: 1 }])
  expect(lines).toEqual(['Migrating the database: 0000_first', 'Migrating the database: 0001_second'])
})

test.runIf(url)('a process killed while migrating does not stop the next', async () => {
  migration('0000_first', 'create table a (id int)', 'select pg_terminate_backend(pg_backend_pid())')
  await expect(migrate(engine, quiet, folder)).rejects.toThrow()
  migration('0000_first', 'create table a (id int)')
  await migrate(engine, quiet, folder)
  expect(await tables()).toEqual(['a', 'migrations'])
})
