import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseOver, openDatabase, openEngine, rows, type DatabaseOptions } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { runChild } from '#server/testing/child.ts'
import { fillWith } from '#server/testing/manyRows.ts'
import { EmptyPlaces, rowHashes } from '#server/testing/places.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { afterRestore } from '#server/operator/backups.ts'
import { restore } from './restore.ts'
import { writeBackup } from './write.ts'

let source: TestDatabase
const places = new EmptyPlaces()
const good = join(places.home, 'good.jsonl.gz')
beforeAll(async () => {
  source = await testDatabase()
  await fillWith(source, 1_500)
  await writeBackup(source, good, Date.now())
})
afterAll(async () => {
  await source.close()
  places.remove()
})

/** Changes lines of the good backup; recomputes the checksum by default, as an attacker would. */
function tampered(name: string, change: (lines: string[]) => string[], checksum = true): string {
  const lines = change(gunzipSync(readFileSync(good)).toString('utf8').trimEnd().split('\n'))
  const body = lines.slice(0, -1).join('\n')
  const last = JSON.parse(lines.at(-1)!) as object
  const sha256 = createHash('sha256').update(`${body}\n`).digest('hex')
  const file = join(places.home, name)
  writeFileSync(file, gzipSync(`${body}\n${JSON.stringify(checksum ? { ...last, sha256 } : last)}\n`))
  return file
}

const first = (change: (line: { version: number; migrations: { name: string; hash: string }[] }) => void) => {
  return ([line = '', ...others]: string[]) => {
    const parsed = JSON.parse(line) as Parameters<typeof change>[0]
    change(parsed)
    return [JSON.stringify(parsed), ...others]
  }
}

const peopleIn = async (place: DatabaseOptions) => {
  const database = await openDatabase(place)
  try {
    return rows<{ n: number }>(await database.read.execute(sql`select count(*)::int as n from people`))[0]?.n
  } finally {
    await database.close()
  }
}

it.each<[string, RegExp, () => string]>([
  [
    'cut off anywhere',
    /is not complete: its end is missing\.$/,
    () => {
      const file = join(places.home, 'cut')
      writeFileSync(file, readFileSync(good).subarray(0, -3000))
      return file
    },
  ],
  [
    'without its last line',
    /is not complete: its end is missing\.$/,
    () => {
      const file = join(places.home, 'endless')
      const lines = gunzipSync(readFileSync(good)).toString('utf8').trimEnd().split('\n')
      writeFileSync(file, gzipSync(`${lines.slice(0, -1).join('\n')}\n`))
      return file
    },
  ],
  [
    'with another byte',
    /is damaged: it is not as it was written\.$/,
    () => {
      const bytes = readFileSync(good)
      bytes[bytes.length >> 1]! ^= 0xff
      const file = join(places.home, 'flipped')
      writeFileSync(file, bytes)
      return file
    },
  ],
  [
    'with another word',
    /is damaged/,
    () => tampered('word', (lines) => lines.map((line) => line.replace('u7@example', 'evil@example')), false),
  ],
  ['with a row too few', /is damaged/, () => tampered('row', (lines) => lines.toSpliced(5, 1))],
  [
    'of a newer format',
    /was made by a newer version of this program/,
    () =>
      tampered(
        'format',
        first((line) => void (line.version = 2)),
      ),
  ],
  [
    'of a newer schema',
    /made by a newer version of this program \(.*, with 9999_later\): restore it with that\.$/,
    () =>
      tampered(
        'schema',
        first((line) => line.migrations.push({ name: '9999_later', hash: '' })),
      ),
  ],
  [
    'that is something else',
    /is no backup of a dance studio\.$/,
    () => {
      const file = join(places.home, 'else')
      writeFileSync(file, 'hello')
      return file
    },
  ],
  ['that does not exist', /^There is no file /, () => join(places.home, 'nowhere')],
])('refuses a file %s in one line, before anything is changed', async (_, line, make) => {
  const place = { dataDir: join(places.home, 'untouched') }
  await expect(restore(make(), place)).rejects.toThrow(line)
  expect(existsSync(place.dataDir)).toBe(false)
})

it('restores into a place where a server has started but nobody has signed up, and refuses a place with a studio', async () => {
  const place = await places.like(source.url, 'migrated')
  const database = await openDatabase(place)
  await database.transaction(async (tx) => {
    await tx.execute(sql`insert into logs (channel, level, message, created_at) values ('auth', 'info', 'x', now())`)
    await tx.execute(sql`insert into meta values ('a', 'b')`)
  })
  await database.close()
  await restore(good, place)
  await expect(restore(good, place)).rejects.toThrow(/^There is a studio already \(it has [^\n]*$/)
  const restored = await openDatabase(place)
  expect(await rowHashes(restored)).toEqual(await rowHashes(source))
  await restored.close()
})

it('migrates a backup of an older version, but refuses to mix it with newer tables', { timeout: 60_000 }, async () => {
  const older = tampered('older', ([line = '', ...others]) => {
    const parsed = JSON.parse(line) as { migrations: object[] }
    const migrations = parsed.migrations.slice(0, 2)
    return [
      JSON.stringify({ ...parsed, migrations }),
      ...without(ofUsers(beforeReceipts(beforeBooks(others))), newColumns),
    ]
  })
  const place = await places.like(source.url)
  await restore(older, place)
  const restored = await openDatabase(place)
  expect(await withoutNumbers(restored)).toEqual(await withoutNumbers(source))
  await restored.close()

  const newer = await places.like(source.url, 'migrated')
  await expect(restore(older, newer)).rejects.toThrow(/^The backup is of an older version than the tables/)
})

it('migrates a backup from before payers', async () => {
  const older = tampered('without-payers', ([line = '', ...others]) => {
    const parsed = JSON.parse(line) as { migrations: object[] }
    const migrations = parsed.migrations.slice(0, 16)
    return [JSON.stringify({ ...parsed, migrations }), ...beforePayers(beforeBooks(others))]
  })
  const place = await places.like(source.url)
  expect((await restore(older, place)).found).toEqual([])
  const restored = await openDatabase(place)
  expect(await withoutNumbers(restored)).toEqual(await withoutNumbers(source))
  await restored.close()
})

type Row = (string | null)[]

/**
 * All rows, except what an older studio gets new at its update: reference numbers, the time since when payers are told
 * of payments, pass books, and the Estonian texts of logs.
 */
async function withoutNumbers(database: Parameters<typeof rowHashes>[0]) {
  await database.transaction(async (tx) => {
    await tx.execute(sql`update payers set told_at = null`)
    await tx.execute(sql`update logs set message_et = null`)
  })
  const { payerReferences, passEntries, ...others } = await rowHashes(database)
  expect([payerReferences, passEntries]).toEqual([expect.anything(), expect.anything()])
  return others
}

/** Converts the lines to the format before migration 0014, with one table of users. */
function ofUsers(lines: string[]): string[] {
  const tables = new Map<string, { columns: string[]; rows: Row[] }>()
  for (const line of lines.slice(0, -1)) {
    const parsed = JSON.parse(line) as Row | { table: string; columns: string[] }
    if (Array.isArray(parsed)) [...tables.values()].at(-1)?.rows.push(parsed)
    else tables.set(parsed.table, { columns: parsed.columns, rows: [] })
  }
  const [people, accounts] = [tables.get('people')!, tables.get('accounts')!]
  const own = accounts.columns.map((column, index) => ({ column, index }))
  const added = own.filter(({ column }) => column !== 'person_id' && !people.columns.includes(column))
  const byPerson = new Map(accounts.rows.map((row) => [row[accounts.columns.indexOf('person_id')], row]))
  const id = people.columns.indexOf('id')
  const users = {
    columns: [...people.columns, ...added.map(({ column }) => column)],
    rows: people.rows.map((row) => [...row, ...added.map(({ index }) => byPerson.get(row[id])![index]!)]),
  }
  tables.delete('accounts')
  const last = JSON.parse(lines.at(-1)!) as { rows: Record<string, number> }
  const { people: _people, accounts: _accounts, guardians: _guardians, ...counts } = last.rows
  return [
    ...[...tables].flatMap(([name, table]) => {
      const { columns, rows } = name === 'people' ? users : table
      const before = columns.map((column) => (column === 'account_id' ? 'user_id' : column))
      const first = { table: name === 'people' ? 'users' : name, columns: before }
      return [first, ...rows].map((line) => JSON.stringify(line))
    }),
    JSON.stringify({ ...last, rows: { ...counts, users: users.rows.length } }),
  ]
}

/** Columns that migrations from 0002 on added to earlier tables. */
const newColumns = [
  'make_up_id',
  'classes_corrected',
  'edited_by',
  'deletion_asked_at',
  'deleted_at',
  'count',
  'last_at',
  'counted_as',
  'last_used_at',
]

/** Removes a table, and columns of these names, from the lines. */
function without(lines: string[], names: readonly string[], left?: string): string[] {
  let kept: boolean[] | null = []
  return lines.flatMap((line) => {
    const parsed = JSON.parse(line) as
      | Row
      | { table: string; columns: string[] }
      | { end: true; rows: object; sequences: object }
    if (Array.isArray(parsed)) return kept ? JSON.stringify(parsed.filter((_, index) => kept?.[index])) : []
    if ('rows' in parsed) {
      const sequences = { ...parsed.sequences, payer_reference_numbers: undefined, [`${left}_id_seq`]: undefined }
      return JSON.stringify({ ...parsed, sequences, rows: { ...parsed.rows, [left ?? '']: undefined } })
    }
    kept = parsed.table === left ? null : parsed.columns.map((column) => !names.includes(column))
    const columns = parsed.columns.filter((_, index) => kept?.[index])
    return kept ? JSON.stringify({ ...parsed, columns }) : []
  })
}

/** Lines as before pass books, freezes, sign-in with passkeys, changed payment methods, and Estonian logs. */
const beforeBooks = (lines: string[]) =>
  without(lines, ['frozen_from', 'frozen_until', 'by_passkey', 'from_method', 'message_et'], 'passEntries')

/**
 * Rows as before payers, phones, address links, accepted terms, rooms and teachers, held places, VAT and discounts on
 * payments, and tables of categories.
 */
const beforePayers = (lines: string[]) =>
  ['payers', 'payerReferences', 'membershipCategories', 'classCategories'].reduce(
    (left, table) =>
      without(
        left,
        [
          'payer_id',
          'phone',
          'address',
          'accepted_terms',
          'accepted_terms_at',
          'dance_myself',
          'room_id',
          'teacher_ids',
          'moved_at',
          'held_count',
          'make_up_id',
          'vat_rate',
          'discount',
          'sibling_percent',
          'runs_until',
        ],
        table,
      ),
    lines,
  )

/** Rows as before receipts: those of the good backup, in which nothing was received yet. */
function beforeReceipts(lines: string[]): string[] {
  let put = (row: unknown[]): unknown[] => row
  return beforePayers(lines).flatMap((line) => {
    if (line.startsWith('{"end"')) return line
    if (!line.startsWith('{"table"')) return JSON.stringify(put(JSON.parse(line) as unknown[]))
    const { table, columns } = JSON.parse(line) as { table: string; columns: string[] }
    put = (row) => row
    if (table === 'receipts') return []
    if (table !== 'payments') return line
    const stays = (_: unknown, index: number) => !['stated', 'let_go'].includes(columns[index] ?? '')
    put = (row) => [...row.filter(stays), null]
    return JSON.stringify({ table, columns: [...columns.filter(stays), 'actual_amount'] })
  })
}

it('migrates a backup that holds copies of names in payments', async () => {
  const copying = tampered('copying', ([line = '', ...others]) => {
    const parsed = JSON.parse(line) as { migrations: object[] }
    let copies = false
    const lines = ofUsers(beforeReceipts(beforeBooks(others))).map((other) => {
      if (other.startsWith('{"end"')) return other
      if (!other.startsWith('{"table"'))
        return copies ? JSON.stringify([...(JSON.parse(other) as unknown[]), 'mari']) : other
      const table = JSON.parse(other) as { table: string; columns: string[] }
      copies = table.table === 'payments'
      return copies ? JSON.stringify({ ...table, columns: [...table.columns, 'search'] }) : other
    })
    return [JSON.stringify({ ...parsed, migrations: parsed.migrations.slice(0, 12) }), ...lines]
  })
  const place = await places.like(source.url)
  const { found } = await restore(copying, place)
  expect(found).toEqual([])
  const restored = await openDatabase(place)
  expect(await withoutNumbers(restored)).toEqual(await withoutNumbers(source))
  await restored.close()
})

it('migrates a backup from before receipts, using the time zone of the restoring studio', async () => {
  const older = await places.like(source.url)
  const engine = await openEngine(older)
  await migrate(engine, () => {}, undefined, 14)
  const before = databaseOver(engine)
  await before.transaction(async (tx) => {
    await tx.execute(sql`insert into users (id, email, display_name, family_name, dob, created_at)
      values ('u', 'u@example.ee', 'Mari', 'Tamm', '2005-05-05', now())`)
    await tx.execute(sql`insert into payments (id, user_id, item, item_id, description, price, actual_amount, payment_method,
        status, deadline, created_at, updated_at)
      values ('p', 'u', 'membership', 'm', 'Pass', 4000, 3000, 'cash', 'confirmed', now(), now(), '2026-03-31T21:30:00Z')`)
    await tx.execute(sql`insert into "paymentHistory" (payment_id, at, to_status, to_amount, reason)
      values ('p', now(), 'confirmed', 3000, 'told')`)
    await tx.execute(sql`insert into purchases (id, user_id, membership_id, membership_name, class_limit, valid_from,
        valid_until, categories, excluded_categories, payment_id, created_at, updated_at)
      values ('m', 'u', 'm', 'Pass', 4, now(), now() + interval '1 day', '{}', '{}', 'p', now(), now())`)
  })
  const file = join(places.home, 'without-receipts')
  await writeBackup(before, file, Date.now())
  await before.close()
  for (const [timeZone, day] of [
    ['Europe/Tallinn', '2026-04-01'],
    ['America/Los_Angeles', '2026-03-31'],
  ] as const) {
    const place = { ...(await places.like(source.url)), timeZone }
    expect((await restore(file, place)).found).toEqual([])
    const restored = await openDatabase(place)
    expect(rows(await restored.read.execute(sql`select payment_id as id, cents, day, way from receipts`))).toEqual([
      { id: 'p', cents: 3000, day, way: 'cash' },
    ])
    await restored.close()
  }
})

it('leaves nothing after a failed restore, and the next restore succeeds', async () => {
  // a duplicate person: the database refuses the second after the first is inserted
  const twice = tampered('twice', (lines) => {
    const payments = lines.findIndex((line) => line.startsWith('{"table":"payments"'))
    const last = JSON.parse(lines.at(-1)!) as { rows: { payments: number } }
    last.rows.payments += 1
    return [
      ...lines.slice(0, payments + 1),
      lines[payments + 1]!,
      ...lines.slice(payments + 1, -1),
      JSON.stringify(last),
    ]
  })
  const place = await places.like(source.url, 'migrated')
  await expect(restore(twice, place)).rejects.toThrow()
  expect(await peopleIn(place)).toBe(0)
  await restore(good, place)
  expect(await peopleIn(place)).toBeGreaterThan(0)
})

it('leaves nothing after a killed restore, and the next restore succeeds', { timeout: 60_000 }, async () => {
  const place = await places.like(source.url, 'migrated')
  const child = runChild(
    `import fs from 'node:fs'
     import { restore } from '#server/backup/restore.ts'
     let reads = 0
     const open = fs.createReadStream
     fs.createReadStream = (...args) => {
       // the second reading is the one that loads: it is killed in the middle
       const stream = open(...args)
       if (++reads === 2) stream.on('end', () => { console.log('loading'); process.kill(process.pid, 'SIGSTOP') })
       return stream
     }
     await restore(process.argv[1], JSON.parse(process.argv[2]))
     console.log('done')`,
    good,
    JSON.stringify(place),
  )
  expect(await child.line()).toBe('loading')
  await child.kill()
  expect(await peopleIn(place)).toBe(0)
  await restore(good, place)
  expect(await peopleIn(place)).toBeGreaterThan(0)
})

it('says that all rows were restored when something fails after that', async () => {
  const place = await places.like(source.url, 'migrated')
  const restored = await restore(good, place, undefined, () => Promise.reject(new Error('away')))
  expect(await peopleIn(place)).toBeGreaterThan(0)
  const { ok, line } = afterRestore(restored, 'the database')
  expect(ok).toBe(false)
  expect(line).toMatch(/^Restored \d+ rows, .*\nWhether all adds up is not known: away\nOpen the studio/)
})
