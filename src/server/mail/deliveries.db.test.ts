import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import type { LogLine } from '#studio/logs/rules.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { mailServer, type MailServer } from '#server/testing/mail/mailServer.ts'
import { outboxRows, queue, queueIn, sender, standingClock } from '#server/testing/mail/outboxFixture.ts'
import { readMessage } from '#server/testing/mail/readMessage.ts'
import { Deliveries, type Post } from './deliveries.ts'
import { claimDue, forgetOld, markFailed, markSent } from './outbox.ts'
import { smtpPost } from './smtp.ts'

const SECOND = 1_000
/** Timeouts long enough for any busy machine; tests of silence have their own. */
const PATIENT = { connecting: 15_000, silence: 15_000, letter: 15_000 }
const never = () => false

let database: TestDatabase
let server: MailServer
let clock: ReturnType<typeof standingClock>
let posts: Post[]
let reported: string[]
let logged: LogLine[]

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  await database.empty()
  server = await mailServer()
  clock = standingClock()
  posts = []
  reported = []
  logged = []
})
afterEach(async () => {
  for (const post of posts) post.close({ force: true })
  await server.close()
})

function deliveriesOf(over: Database = database, post?: Post): Deliveries {
  const used = post ?? smtpPost(server.url, 4, sender, PATIENT)
  posts.push(used)
  return new Deliveries({
    database: over,
    post: used,
    clock: clock.read,
    report: (line) => reported.push(line),
    log: (line) => logged.push(line),
  })
}

const recipients = () => server.arrived.flatMap(({ to }) => to).toSorted()
const only = async () => (await outboxRows(database))[0]

describe('the outbox', () => {
  test('is delivered, and keeps no text of sent e-mails', async () => {
    await queue(
      database,
      clock.read(),
      { to: 'anna@example.ee', text: 'link 1' },
      { to: 'mari@example.ee', text: 'link 2' },
    )
    await deliveriesOf().run(never)
    expect(recipients()).toEqual(['anna@example.ee', 'mari@example.ee'])
    for (const row of await outboxRows(database)) {
      expect(row).toMatchObject({
        sentAt: clock.read(),
        text: '',
        html: '',
        subject: 'Verify your email',
        lastError: null,
      })
    }
  })

  test('sends nothing of a transaction that is rolled back', async () => {
    const rolledBack = database.transaction(async (tx) => {
      await queueIn(tx, clock.read(), [{}])
      throw new Error('refused')
    })
    await expect(rolledBack).rejects.toThrow('refused')
    await deliveriesOf().run(never)
    expect(server.arrived).toEqual([])
  })

  test('retries after 30 s and a minute when the server says 451 twice, and delivers once', async () => {
    let refusals = 2
    server.mischief = (step) => (step === 'letter' && refusals-- > 0 ? '451 try later' : undefined)
    await queue(database, clock.read(), {})
    const deliveries = deliveriesOf()
    await deliveries.run(never)
    expect(await only()).toMatchObject({ attempts: 1, sentAt: null, nextAttemptAt: clock.read() + 30 * SECOND })
    clock.move(29 * SECOND)
    await deliveries.run(never)
    expect((await only())?.attempts).toBe(1)
    clock.move(SECOND)
    await deliveries.run(never)
    expect(await only()).toMatchObject({ attempts: 2, sentAt: null, nextAttemptAt: clock.read() + MINUTE })
    clock.move(MINUTE)
    await deliveries.run(never)
    await deliveries.run(never)
    expect(await only()).toMatchObject({ attempts: 3, sentAt: clock.read() })
    expect(server.arrived).toHaveLength(1)
  })

  test.for([
    ['greeting', { ...PATIENT, connecting: 1_000 }, 'Greeting never received'],
    ['from', { ...PATIENT, silence: 1_000 }, 'Timeout'],
    ['letter', { ...PATIENT, silence: 1_000 }, 'Timeout'],
  ] as const)('does not hold up commands while the server is silent at: %s', async ([where, patience, error]) => {
    server.mischief = (step) => (step === where ? 'silence' : undefined)
    await queue(database, clock.read(), {})
    const run = deliveriesOf(database, smtpPost(server.url, 1, sender, patience)).run(never)
    await server.silentTo(1)
    await database.transaction((tx) => queueIn(tx, clock.read() + DAY, [{ to: 'mari@example.ee' }]), {
      deadline: 5_000,
    })
    await run
    expect(await only()).toMatchObject({ attempts: 1, sentAt: null, lastError: error })
    server.mischief = () => undefined
    clock.move(30 * SECOND)
    await deliveriesOf().run(never)
    expect((await only())?.sentAt).toBe(clock.read())
  })

  test('waits for a server no longer than the timeout for one e-mail', async () => {
    const hasty = smtpPost(server.url, 1, sender, { ...PATIENT, letter: 200 })
    server.mischief = (step) => (step === 'letter' ? 'silence' : undefined)
    await queue(database, clock.read(), {})
    await deliveriesOf(database, hasty).run(never)
    expect(await only()).toMatchObject({ attempts: 1, sentAt: null, lastError: 'Message sending aborted' })
  })

  test('survives ten minutes without a mail server, and delivers each e-mail once', async () => {
    const { port } = server
    await server.close()
    const deliveries = deliveriesOf()
    const mails = Array.from({ length: 10 }, (_, n) => ({ to: `member${n}@example.ee` }))
    await queue(database, clock.read(), ...mails)
    for (let looks = 0; looks < 60; looks++, clock.move(10 * SECOND)) await deliveries.run(never)
    for (const row of await outboxRows(database)) expect(row.lastError).toContain('ECONNREFUSED')
    server = await mailServer(port)
    for (let looks = 0; looks < 30; looks++, clock.move(MINUTE)) await deliveries.run(never)
    expect(recipients()).toEqual(mails.map(({ to }) => to))
  })

  test('reports an outage and its end once, without names or addresses', async () => {
    server.mischief = (step, line) => (step === 'to' ? `550 no such person in ${line}` : undefined)
    await queue(database, clock.read(), {}, { to: 'mari@example.ee' })
    const deliveries = deliveriesOf()
    for (let attempt = 0; attempt < 5; attempt++, clock.move(HOUR)) await deliveries.run(never)
    expect(reported).toHaveLength(1)
    expect(reported[0]).toContain('550 no such person')
    server.mischief = () => undefined
    await deliveries.run(never)
    expect(reported).toHaveLength(2)
    expect(reported[1]).toBe('E-mail is delivered again.')
    // the log has both e-mails: why each was late, and that it was sent
    expect(logged.map(({ level }) => level)).toEqual(['warning', 'warning', 'info', 'info'])
    expect(logged[0]?.metadata?.['reason']).toContain('550 no such person')
    expect(logged[2]?.message.en).toContain('delivered after all')
    expect([...reported, JSON.stringify(logged)].join()).not.toMatch(/anna|mari|example/)
  })

  test('does not let one bad address hold up the others', async () => {
    server.mischief = (step, line) => (step === 'to' && line.includes('bad') ? '550 unknown' : undefined)
    // more than are delivered at once
    const bad = Array.from({ length: 9 }, (_, n) => ({ to: `bad${n}@example.ee` }))
    await queue(database, clock.read(), ...bad, {}, { to: 'mari@example.ee' })
    await deliveriesOf().run(never)
    expect(recipients()).toEqual(['anna@example.ee', 'mari@example.ee'])
  })
})

describe('an e-mail', () => {
  test('that can never be sent is given up at once, and the others are sent', async () => {
    const hopeless = Array.from({ length: 4 }, (_, n) => ({ to: `x[${n}@example.ee` }))
    await queue(database, clock.read(), ...hopeless, {})
    await deliveriesOf().run(never)
    expect(recipients()).toEqual(['anna@example.ee'])
    expect(reported.filter((line) => line.includes('given up'))).toHaveLength(4)
    clock.move(4 * DAY)
    await deliveriesOf().run(never)
    const attempts = (await outboxRows(database)).map((row) => row.attempts)
    expect(attempts).toEqual([1, 1, 1, 1, 1])
  })

  test.for([
    ['from', '550 we take nothing from you'],
    ['to', '421 closing'],
    ['to', 'cut'],
  ] as const)('is not tried one after the other where all are met, at %s, with %s', async ([where, reply]) => {
    server.mischief = (step) => (step === where ? reply : undefined)
    await queue(database, clock.read(), ...Array.from({ length: 9 }, (_, n) => ({ to: `member${n}@example.ee` })))
    await deliveriesOf().run(never)
    const attempts = (await outboxRows(database)).map((row) => row.attempts)
    expect(attempts).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0])
  })

  test('whose response was lost is sent again with the same Message-ID', async () => {
    let cuts = 1
    server.mischief = (step) => (step === 'letter' && cuts-- > 0 ? 'cut' : undefined)
    await queue(database, clock.read(), {})
    const deliveries = deliveriesOf()
    await deliveries.run(never)
    clock.move(30 * SECOND)
    await deliveries.run(never)
    const [first, second] = server.arrived.map(({ raw }) => readMessage(raw).headers)
    expect(server.arrived).toHaveLength(2)
    expect(first?.['message-id']?.[0]).toMatch(/^<\d+\.\w+\.outbox@stuudio\.example>$/)
    expect(second?.['message-id']).toEqual(first?.['message-id'])
    expect(second?.['date']).toEqual(first?.['date'])
  })

  test('that was delivered while the database was unavailable is not sent again', async () => {
    let away = false
    const shaky: Database = {
      ...database,
      transaction: (work, options) =>
        away ? Promise.reject(new DatabaseUnavailable('away')) : database.transaction(work, options),
    }
    server.mischief = (step) => {
      if (step === 'letter') away = true
      return undefined
    }
    await queue(database, clock.read(), {})
    const deliveries = deliveriesOf(shaky)
    await expect(deliveries.run(never)).rejects.toThrow('away')
    await expect(deliveries.run(never)).rejects.toThrow('away')
    away = false
    clock.move(HOUR)
    await deliveries.run(never)
    expect(await only()).toMatchObject({ attempts: 1, sentAt: clock.read() })
    expect(server.arrived).toHaveLength(1)
  })

  test('is sent once, however many processes deliver', async () => {
    const other = database.url ? await openDatabase({ dataDir: '', databaseUrl: database.url }) : database
    const mails = Array.from({ length: 60 }, (_, n) => ({ to: `member${n}@example.ee` }))
    await queue(database, clock.read(), ...mails)
    await Promise.all([database, other, database, other].map((each) => deliveriesOf(each).run(never)))
    expect(recipients()).toEqual(mails.map(({ to }) => to).toSorted())
    for (const row of await outboxRows(database)) expect(row).toMatchObject({ attempts: 1, lastError: null })
    if (other !== database) await other.close()
  })

  test('claimed by a process that died is sent after the lease, not before', async () => {
    await queue(database, clock.read(), {})
    expect(await claimDue(database, 4, clock.read())).toHaveLength(1)
    clock.move(5 * MINUTE - 1)
    await deliveriesOf().run(never)
    expect(server.arrived).toHaveLength(0)
    clock.move(1)
    await deliveriesOf().run(never)
    expect(server.arrived).toHaveLength(1)
  })

  test('is not changed by a late failure of an earlier attempt', async () => {
    await queue(database, clock.read(), {})
    const [first] = await claimDue(database, 1, clock.read())
    clock.move(5 * MINUTE)
    const [second] = await claimDue(database, 1, clock.read())
    if (!first || !second) throw new Error('nothing was claimed')
    await markFailed(database, first, 'too late', clock.read())
    expect(await only()).toMatchObject({ lastError: null, nextAttemptAt: clock.read() + 5 * MINUTE })
    await markSent(database, second, clock.read())
    await markFailed(database, second, 'not at all', clock.read())
    expect(await only()).toMatchObject({ lastError: null, sentAt: clock.read() })
  })

  test('is tried for three days, then given up, reported and never tried again', async () => {
    let attempts = 0
    const refusing: Post = {
      deliver: () => Promise.reject(new Error(`refused ${++attempts}`)),
      close: () => {},
    }
    const start = clock.read()
    await queue(database, start, {})
    const deliveries = deliveriesOf(database, refusing)
    let gaveUpAfter = 0
    for (; clock.read() < start + 5 * DAY; clock.move(30 * MINUTE)) {
      await deliveries.run(never)
      if (gaveUpAfter === 0 && reported.some((line) => line.includes('given up'))) gaveUpAfter = clock.read() - start
    }
    expect(gaveUpAfter).toBeGreaterThanOrEqual(3 * DAY)
    expect(gaveUpAfter).toBeLessThan(3 * DAY + 2 * HOUR)
    expect(await only()).toMatchObject({
      sentAt: null,
      attempts,
      lastError: `refused ${attempts}`,
      text: 'secret link',
    })
    // the studio's log: at the first failure and at the end, without the address
    expect(logged.map(({ channel, level }) => ({ channel, level }))).toEqual([
      { channel: 'auth', level: 'warning' },
      { channel: 'auth', level: 'error' },
    ])
    expect(JSON.stringify(logged)).not.toContain('@')
  })

  test('that waited a week while the server was off is not given up at the first failure', async () => {
    await queue(database, clock.read(), {})
    clock.move(7 * DAY)
    const [letter] = await claimDue(database, 1, clock.read())
    if (!letter) throw new Error('nothing was claimed')
    expect(await markFailed(database, letter, 'refused', clock.read())).toEqual({ gaveUp: false })
  })

  test('is deleted 30 days after it was sent or given up, and not while it waits', async () => {
    const start = clock.read()
    const refusing: Post = { deliver: () => Promise.reject(new Error('refused')), close: () => {} }
    const addresses = async () => (await outboxRows(database)).map(({ toAddress }) => toAddress)
    await queue(database, start, { to: 'given-up@example.ee' })
    for (; clock.read() <= start + 3 * DAY + HOUR; clock.move(HOUR)) await deliveriesOf(database, refusing).run(never)
    expect(reported.at(-1)).toContain('given up')
    const sentAt = clock.read()
    await queue(database, sentAt, { to: 'sent@example.ee' }, { to: 'waiting@example.ee' })
    const [sent] = await claimDue(database, 1, sentAt)
    if (!sent) throw new Error('nothing was claimed')
    await markSent(database, sent, sentAt)

    await forgetOld(database, start + 30 * DAY)
    expect(await addresses()).toEqual(['given-up@example.ee', 'sent@example.ee', 'waiting@example.ee'])
    await forgetOld(database, start + 30 * DAY + 1)
    expect(await addresses()).toEqual(['sent@example.ee', 'waiting@example.ee'])
    await forgetOld(database, sentAt + 30 * DAY)
    expect(await addresses()).toEqual(['sent@example.ee', 'waiting@example.ee'])
    await forgetOld(database, sentAt + 30 * DAY + 1)
    expect(await addresses()).toEqual(['waiting@example.ee'])
  })
})
