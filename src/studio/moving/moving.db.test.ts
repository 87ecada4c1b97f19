import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authUser, EXAMPLE, writeFirebase, writeLargeFirebase, type Dump } from '#server/testing/firebase.ts'
import { day, entry, pass, payment, place, user, users, whole } from '#server/testing/firebaseStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { visitor, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import type { CommandContext } from '#server/procedures.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { Report } from './server/lines.ts'
import { moveIn } from './server/run.ts'
import { folderSource } from './server/source.ts'
import { kinds, type Tally } from './rules.ts'

let studio: TestStudio
let folder: string
studioForEach(async (empty) => {
  studio = empty
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'firebase-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function inOne<T>(work: (c: CommandContext) => Promise<T>): Promise<T> {
  const done: T[] = []
  await studio.commitItself(async (c) => {
    done[0] = await work(c)
  })
  return done[0] as T
}

async function move(apply: boolean, more: Partial<Parameters<typeof moveIn>[0]> = {}): Promise<Tally> {
  const source = folderSource(folder)
  const named = new Report(join(folder, 'import-report.csv'))
  try {
    return await moveIn({
      source,
      work: join(folder, 'work'),
      apply,
      db: studio.database.read,
      timeZone: 'Europe/Tallinn',
      now: studio.now,
      rowsAtOnce: 1_000,
      inOne,
      reading: () => {},
      done: ({ problems }) => named.add(problems),
      ...more,
    })
  } finally {
    await named.end()
  }
}

const write = (statement: ReturnType<typeof sql>) => studio.database.transaction((tx) => tx.execute(statement))
const total = (counts: Tally['added']) => kinds.reduce((sum, kind) => sum + counts[kind], 0)
const report = () => readFileSync(join(folder, 'import-report.csv'), 'utf8').trim().split('\r\n').slice(1)

describe('importing a complete studio', () => {
  it('writes nothing when checking, imports everything with its ids, and finds nothing new the second time', async () => {
    writeFirebase(folder, {
      users: users(),
      collections: {
        ...whole(),
        users: { mari: user('Mari', { role: 'teacher' }), kati: user('Kati', { membershipCategory: 'Member-girl' }) },
      },
    })
    const looked = await move(false)
    expect(report()).toEqual([])
    expect(total(looked.added)).toBe(15)
    expect(await studio.sql`select id from people`).toEqual([])
    expect((await move(true)).added).toEqual(looked.added)
    await expectInvariants(studio)
    const again = await move(true)
    expect(total(again.added)).toBe(0)
    expect(total(again.known)).toBe(15)

    expect(
      await studio.sql`select a.id, email, role, membership_category as category, dob::text from accounts a join people p on p.id = person_id order by 1`,
    ).toEqual([
      { id: 'kati', email: 'kati@example.com', role: 'user', category: 'Member-girl', dob: '2010-05-17' },
      { id: 'mari', email: 'mari@example.com', role: 'teacher', category: null, dob: '2010-05-17' },
    ])
    expect(
      await studio.sql`select p.id, p.payer_id as payer, status, price, let_go, (select sum(cents)::int from receipts where payment_id = p.id) as came from payments p order by 1`,
    ).toEqual([
      { id: 'p1', payer: 'mari', status: 'confirmed', price: 1500, let_go: 250, came: 1250 },
      { id: 'p2', payer: 'kati', status: 'markedByTeacher', price: 4990, let_go: 0, came: null },
      { id: 'p3', payer: 'mari', status: 'markedByUser', price: 6000, let_go: 0, came: null },
      { id: 'p4', payer: 'mari', status: 'cancelled', price: 1500, let_go: 0, came: null },
    ])
    expect(await studio.sql`select classes_used as used, classes_corrected as corrected from purchases`).toEqual([
      { used: 1, corrected: 0 },
    ])
    expect(
      await studio.sql`select weekday, start_time as time, start_date::text as from, member_price as price from courses`,
    ).toEqual([{ weekday: 7, time: '09:30', from: '2026-03-01', price: 5050 }])
  })

  it('lets people sign in with their old passwords at once', async () => {
    writeFirebase(folder, { users: users(), collections: whole() })
    await move(true)
    const typed = { email: 'mari@example.com', password: EXAMPLE.password }
    expect((await studio.call(visitor, accounts.signIn, typed)).body).toMatchObject({
      ok: true,
      value: { kind: 'teacher' },
    })
  })

  it('imports people without passwords if the key is missing, and lists each of them', async () => {
    writeFirebase(folder, { users: users(), collections: whole(), key: null })
    await move(true)
    expect(report().filter((line) => line.includes('Forgot password'))).toHaveLength(2)
    expect(await studio.sql`select * from credentials`).toEqual([])
  })

  it('refuses a file that is cut off or is no export, and writes nothing', async () => {
    writeFirebase(folder, { users: users(), collections: whole() })
    const dump = readFileSync(join(folder, 'firestore.json'))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: dump.length - 1 }), async (at) => {
        writeFileSync(join(folder, 'firestore.json'), dump.subarray(0, at))
        await expect(move(true)).rejects.toThrow(/firestore\.json/)
      }),
      { numRuns: 25 },
    )
    writeFileSync(
      join(folder, 'firestore.json'),
      Buffer.from(dump.toString('latin1').replace('Jazz', 'J\xe4zz'), 'latin1'),
    )
    await expect(move(true)).rejects.toThrow('not in UTF-8')
    rmSync(join(folder, 'firestore.json'))
    writeFileSync(join(folder, 'x.overall_export_metadata'), '')
    await expect(move(true)).rejects.toThrow('managed export')
    expect(await studio.sql`select id from people`).toEqual([])
  })

  it('reads a file in UTF-16 with a byte order mark', async () => {
    const named = { ...whole(), classes: { jazz: { ...whole()['classes']?.['jazz'], name: 'Šõu' } } }
    writeFirebase(folder, { users: users(), collections: named })
    const text = readFileSync(join(folder, 'firestore.json'), 'utf8')
    writeFileSync(join(folder, 'firestore.json'), Buffer.from(`\uFEFF${text}`, 'utf16le'))
    await move(true)
    expect(await studio.sql`select name from classes`).toEqual([{ name: 'Šõu' }])
  })

  it('reads sign-ins from a CSV as well', async () => {
    writeFirebase(folder, { collections: whole() })
    const row = Array.from({ length: 28 }, () => '')
    Object.assign(row, {
      0: 'mari',
      1: 'Mari@Example.com',
      2: 'true',
      3: EXAMPLE.hash,
      4: EXAMPLE.salt,
      23: '1704110400000',
      24: '1735732800000',
      26: 'false',
      27: '"{""role"":""admin""}"',
    })
    writeFileSync(join(folder, 'auth.csv'), `${row.join(',')}\n`)
    await move(true)
    expect(await studio.sql`select email, role, email_verified_at is not null as verified from accounts`).toEqual([
      { email: 'mari@example.com', role: 'admin', verified: true },
    ])
    expect(await studio.sql`select count(*)::int as n from credentials`).toEqual([{ n: 1 }])
  })
})

describe('the report of problems', () => {
  /** The report's lines on these ids, as kind and reason. */
  const reasons = async (collections: Dump, signing: object[] = users()) => {
    writeFirebase(folder, { users: signing, collections })
    await move(true)
    await expectInvariants(studio)
    return report()
  }

  it('keeps an address that differs only in case with the last to sign in, and imports the other person without it', async () => {
    const two = [
      authUser('mari', 'MARI@example.com', { lastSignedInAt: '1700000000000' }),
      authUser('kati', 'mari@Example.com'),
    ]
    expect((await reasons(whole(), two)).some((line) => /Taken.*mari,.*another one signs in/i.test(line))).toBe(true)
    expect(await studio.sql`select id, email from accounts`).toEqual([{ id: 'kati', email: 'mari@example.com' }])
    expect(await studio.sql`select count(*)::int as n from people`).toEqual([{ n: 2 }])
    // the debt stays with the person who owes it
    expect(await studio.sql`select payer_id as payer from payments where id = 'p3'`).toEqual([{ payer: 'person-mari' }])
  })

  it('leaves an address with the account that already has it in this studio', async () => {
    const here = await studio.person('admin')
    await write(sql`update accounts set email = 'mari@example.com' where id = ${here.accountId}`)
    expect((await reasons(whole())).join('\n')).toMatch(/mari,Another one signs in/)
  })

  it('lists references that are missing, wrong or repeated, and payments that pay for nothing', async () => {
    const dump: Dump = {
      ...whole(),
      registrations: {
        r1: place(),
        nobody: place({ userId: 'ghost' }),
        nowhere: place({ scheduleId: 'ghost' }),
        unpaid: place({ scheduleId: 'e2', dropInPaymentId: 'ghost' }),
        others: place({ scheduleId: 'e2', dropInPaymentId: 'p2' }),
        twice: place({ scheduleId: 'e2' }),
        again: place({ dropInPaymentId: 'p5' }),
        othersPass: place({ scheduleId: 'e2', dropInPaymentId: null, userMembershipId: 'u1' }),
        noMethod: place({ scheduleId: 'e2', dropInPaymentId: null }),
      },
      payments: { ...whole()['payments'], p5: payment({ status: 'confirmed', actualAmount: 15 }) },
    }
    const lines = (await reasons(dump)).filter((line) => line.startsWith('Not taken'))
    expect([...new Set(lines.map((line) => line.split(',')[2]))]).toEqual([
      'nobody',
      'nowhere',
      'unpaid',
      'others',
      'twice',
      'again',
      'othersPass',
      'noMethod',
      'p5',
    ])
  })

  it('takes a course on the weekday that it names, and lists one without a weekday', async () => {
    const spring = whole()['courses']?.['spring']
    const on = (weekday?: unknown) => ({ ...spring, weekday })
    const courses = {
      ...whole()['courses'],
      monday: on('Esmaspäev'),
      friday: on('friday'),
      without: on(),
      someday: on('someday'),
    }
    const dump = { ...whole(), courses }
    expect((await reasons(dump)).filter((line) => line.includes('weekday')).map((line) => line.split(',')[2])).toEqual([
      'without',
      'someday',
    ])
    expect(await studio.sql`select id, weekday from courses order by id`).toEqual([
      { id: 'friday', weekday: 5 },
      { id: 'monday', weekday: 1 },
      { id: 'spring', weekday: 7 },
    ])
  })

  it('lists differing counters, too many participants, and sums with more than two decimals', async () => {
    const dump: Dump = {
      ...whole(),
      schedule: { e1: entry({ maxParticipants: 1, registeredCount: 5 }), e2: entry() },
      registrations: { r1: place(), r2: place({ userId: 'kati', dropInPaymentId: null, userMembershipId: 'u1' }) },
      userMemberships: { kati: { __collections__: { purchases: { u1: pass({ classesUsed: 4 }) } } } },
      payments: { ...whole()['payments'], p1: payment({ price: 15.005 }) },
    }
    const all = (await reasons(dump)).join('\n')
    expect(all).toMatch(/Schedule entries,e1,The counter.*5 → 2/)
    expect(all).toMatch(/Schedule entries,e1,It has more people.*1 → 2/)
    expect(all).toMatch(/Passes,u1,The counter.*"4, 1"/)
    expect(all).toMatch(/registrations,r1,The sum had more.*15\.005 → 15\.01/)
    expect(await studio.sql`select classes_used as used from purchases`).toEqual([{ used: 4 }])
  })

  it('imports or lists each row of a nonsense export, and leaves the data consistent', async () => {
    const names = Object.keys(whole())
    const odd = fc.oneof(
      fc.constant(null),
      fc.constant(''),
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.constant([]),
      fc.constant({ a: 1 }),
      fc.constant(day),
      fc.constant('x'.repeat(300)),
      fc.constant('\0'),
    )
    const spoilt = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(3), fc.nat(9), odd), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(spoilt, async (changes) => {
        await studio.empty()
        const dump = structuredClone(whole()) as Record<string, Record<string, Record<string, unknown>>>
        for (const [name, row, field, value] of changes) {
          const docs = Object.values(dump[name] ?? {})
          const doc = docs[row % docs.length] ?? {}
          const at = Object.keys(doc)[field % Math.max(1, Object.keys(doc).length)]
          if (at !== undefined && at !== '__collections__') doc[at] = value
        }
        writeFirebase(folder, { users: users(), collections: dump })
        const tally = await move(true)
        const left = report().filter((line) => line.startsWith('Not taken')).length
        expect(left).toBe(tally.left)
        await expectInvariants(studio)
        expect(total((await move(true)).added)).toBe(0)
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})

describe('an import that is killed and started again', () => {
  const rows = async () =>
    JSON.stringify(
      await studio.sql`select (select jsonb_agg(to_jsonb(r) - 'id' order by r.payment_id) from receipts r) as receipts,
        (select jsonb_agg(to_jsonb(s) order by s.id) from schedule s) as entries,
        (select jsonb_agg(to_jsonb(s) order by s.id) from registrations s) as places,
        (select jsonb_agg(to_jsonb(s) - 'search' order by s.id) from people s) as people,
        (select jsonb_agg(to_jsonb(s) order by s.id) from payments s) as payments,
        (select jsonb_agg(to_jsonb(s) order by s.id) from purchases s) as passes,
        (select count(*) from logs) as logs, (select count(*) from "paymentHistory") as history`,
    )

  it('ends with the same result as one without interruption', async () => {
    writeLargeFirebase(folder, 40, 2_000)
    await move(true)
    const inOneGo = await rows()
    await expectInvariants(studio)
    const { now } = studio
    for (const after of [1, 3, 5, 6, 8]) {
      await studio.empty()
      let left = after
      const dies = <T>(work: (c: CommandContext) => Promise<T>) =>
        inOne((c) => {
          if (left-- === 0) throw new Error('killed')
          return work(c)
        })
      await expect(move(true, { inOne: dies, now })).rejects.toThrow('killed')
      await move(true, { now })
      expect(await rows()).toBe(inOneGo)
      await expectInvariants(studio)
    }
  }, 60_000)

  it('imports each row once if two imports run at the same time', async () => {
    writeLargeFirebase(folder, 40, 2_000)
    const { now } = studio
    const alone = await move(true, { now })
    const inOneGo = await rows()
    await studio.empty()
    const both = ['one', 'other'].map((work) => move(true, { now, work: join(folder, work), rowsAtOnce: 50 }))
    const added = (await Promise.all(both)).map((tally) => total(tally.added))
    expect(added.reduce((sum, one) => sum + one)).toBe(total(alone.added))
    expect(await rows()).toBe(inOneGo)
    await expectInvariants(studio)
  }, 60_000)

  it('does not bring back what was deleted here since', async () => {
    writeFirebase(folder, { users: users(), collections: whole() })
    await move(true)
    await write(sql`delete from registrations where id = 'r2'`)
    await move(true)
    expect(await studio.sql`select id from registrations`).toEqual([{ id: 'r1' }])
  })
})
