import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { codeOf, requestOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { aBrowser } from '#server/testing/pushService.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { notices } from './contract.ts'
import type { NoticeKind } from './rules.ts'
import { accountReaders, readersOf } from './server/readers.ts'
import { letterKind, tell, type About } from './server/tell.ts'
import { withdraw } from './server/takeBack.ts'
import { unsubscribe } from './server/unsubscribe.ts'

let studio: TestStudio
let mari: Person
studioForEach(async (empty) => {
  studio = empty
  mari = await studio.person('user', { email: 'mari@example.ee' })
})

const at = (time: string): Instant => Date.parse(time)

interface Asked {
  readonly choice?: NoticeKind
  readonly atOnce?: boolean
  readonly about?: Partial<About>
  readonly subject?: string
  /** Whom it is about, if not Mari. */
  readonly personId?: string
}

/** Tells Mari about something; returns how many readers were told. */
async function tells(asked: Asked = {}) {
  const { choice = 'bookings', atOnce = false, about = {}, subject = 'A thing', personId = mari.userId } = asked
  const kind = letterKind('test', choice, { atOnce })
  return await inCommand(async (c) => {
    const readers = (await readersOf(c.tx, [personId])).filter(({ accountId }) => accountId === mari.accountId)
    return tell(c, kind, { subject: 'one', version: 1, ...about }, readers, () => ({
      subject,
      paragraphs: [`It is about ${subject.toLowerCase()}.`],
      push: { body: '', path: '/dashboard' },
    }))
  })
}

/** Runs and commits a command as a job does, so that its letters go out. */
async function inCommand<T>(work: (c: CommandContext) => Promise<T>): Promise<T> {
  let value: T | undefined
  await studio.commitItself(async (c) => {
    value = await work(c)
  })
  return value as T
}

const outbox = () =>
  studio.sql<{ subject: string; text: string; unsubscribe: string; calendar: string }>`
    select subject, text, unsubscribe, calendar from outbox order by id`
const subjects = async () => (await outbox()).map(({ subject }) => subject)
const subjectsAt = async (instant: Instant) => {
  studio.now = instant
  await studio.runJobs()
  return subjects()
}

describe('a letter', () => {
  it('waits a quarter of an hour and is combined with others to the same account', async () => {
    await tells({ subject: 'First' })
    studio.now += 14 * MINUTE
    await studio.runJobs()
    expect(await subjects()).toEqual([])
    await tells({ subject: 'Second', about: { subject: 'two' } })
    await tells({ subject: 'Third', about: { subject: 'three' } })
    studio.now += MINUTE
    await studio.runJobs()
    const [letter, ...more] = await outbox()
    expect(more).toEqual([])
    expect(letter?.subject).toBe('First (and 2 more)')
    expect(letter?.text).toMatch(/First\n\nIt is about first\.\n\nSecond\n\n[^]*Third/)
    expect(await subjectsAt(studio.now + HOUR)).toHaveLength(1)
  })

  it('with several notices starts with a cancellation', async () => {
    await tells({ subject: 'Booked' })
    await tells({ subject: 'Cancelled', choice: 'cancelled', about: { subject: 'two' } })
    studio.now += 15 * MINUTE
    await studio.runJobs()
    expect((await outbox()).map(({ subject }) => subject)).toEqual(['Cancelled (and 1 more)'])
  })

  it.each([
    ['about the next twelve hours', { about: { at: at('2026-03-10T21:00:00Z') } }],
    ['that somebody asked for', { atOnce: true }],
  ])('%s goes at once, alone, at any hour', async (_, asked) => {
    await tells({ subject: 'Something else', about: { subject: 'two' } })
    studio.now = at('2026-03-10T10:10:00Z')
    await tells(asked)
    expect(await subjects()).toEqual(['A thing'])
    expect(await subjectsAt(at('2026-03-10T10:15:00Z'))).toEqual(['A thing', 'Something else'])
  })

  it('written in the night waits until eight in the morning, also when the clocks go forward', async () => {
    studio.now = at('2026-03-28T23:30:00Z')
    await tells()
    expect(await subjectsAt(at('2026-03-29T04:59:00Z'))).toEqual([])
    expect(await subjectsAt(at('2026-03-29T05:00:00Z'))).toEqual(['A thing'])
  })

  it('due shortly before ten in the evening goes before ten, not in the morning', async () => {
    studio.now = at('2026-03-10T19:50:00Z')
    await tells()
    expect(await subjectsAt(at('2026-03-10T19:59:00Z'))).toEqual(['A thing'])
  })

  it('found at night by a server that was down waits until the morning', async () => {
    studio.now = at('2026-03-10T19:00:00Z')
    await tells()
    expect(await subjectsAt(at('2026-03-10T22:00:00Z'))).toEqual([])
    expect(await subjectsAt(at('2026-03-11T06:00:00Z'))).toEqual(['A thing'])
  })

  it('about something that is past by then is not written any more', async () => {
    await tells({ about: { at: at('2026-03-11T08:00:00Z') } })
    expect(await subjectsAt(at('2026-03-11T08:00:00Z'))).toEqual([])
    expect(await tells({ about: { version: 2, at: studio.now } })).toBe(0)
    expect(await studio.sql`select 1 from "waitingNotices"`).toEqual([])
  })

  it('is written once for each version, however often it is told', async () => {
    expect([await tells(), await tells(), await tells({ about: { version: 2 } })]).toEqual([1, 0, 1])
    await studio.writeLetters()
    expect(await tells()).toBe(0)
  })

  it('is never written if its cause is undone within two minutes', async () => {
    await tells({ about: { batch: 'b', at: studio.now + HOUR } })
    expect(await subjectsAt(studio.now + MINUTE)).toEqual([])
    expect(await inCommand((c) => withdraw(c, 'b'))).toBe(1)
    expect(await subjectsAt(studio.now + HOUR)).toEqual([])
    // doing the same again is told
    studio.now -= HOUR
    expect(await tells({ about: { batch: 'c', at: studio.now + HOUR } })).toBe(1)
    expect(await subjectsAt(studio.now + 2 * MINUTE)).toEqual(['A thing'])
  })

  it('attaches a calendar event, and is also written in Estonian', async () => {
    await studio.database.transaction((tx) => tx.execute(`update accounts set language = 'et'`))
    const event = { id: 'e', title: 'Salsa', description: '', revision: 0, cancelled: false }
    await inCommand(async (c) =>
      tell(
        c,
        letterKind('test', 'bookings', { atOnce: true }),
        { subject: 'one', version: 1 },
        await accountReaders(c.tx, [mari.accountId]),
        ({ displayName, language }) => ({
          subject: `${language} ${displayName}`,
          paragraphs: [],
          push: { body: '', path: '/dashboard' },
          calendar: [{ ...event, startsAt: c.now, endsAt: c.now + HOUR }],
        }),
      ),
    )
    const [letter] = await outbox()
    expect(letter?.subject).toBe('et Mari')
    expect(letter?.text).toContain('Tere, Mari!')
    expect(letter?.calendar).toContain('SUMMARY:Salsa')
  })
})

it('about a child goes to the guardian who gets notices, and names the child', async () => {
  const child = await studio.person('user', { displayName: 'Liisu' })
  const link = (getsNotices: boolean) =>
    studio.database.transaction((tx) =>
      tx.execute(`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
        values ('${mari.accountId}', '${child.userId}', true, true, ${getsNotices}, now())`),
    )
  await link(false)
  const read = () => inCommand(async (c) => (await readersOf(c.tx, [child.userId])).map(({ of }) => of))
  expect(await read()).toEqual([null])
  await studio.database.transaction((tx) => tx.execute('delete from guardians'))
  await link(true)
  expect(await read()).toEqual([null, 'Liisu'])
})

it('about one of several children begins with the name of the child, unless it does so anyway', async () => {
  for (const displayName of ['Liisu', 'Karl']) {
    const { userId } = await studio.person('user', { displayName })
    await studio.database.transaction((tx) =>
      tx.execute(`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
        values ('${mari.accountId}', '${userId}', true, true, true, now())`),
    )
    await tells({ personId: userId, atOnce: true })
    await tells({ personId: userId, atOnce: true, subject: `${displayName} turns 18`, about: { version: 2 } })
    await tells({ personId: userId, about: { version: 3 } })
  }
  expect(await subjects()).toEqual(['Liisu: A thing', 'Liisu turns 18', 'Karl: A thing', 'Karl turns 18'])
  await studio.writeLetters()
  const last = (await outbox()).at(-1)
  expect(last?.subject).toBe('Liisu: A thing (and 1 more)')
  expect(last?.text).toContain('Karl: A thing')
})

describe('an optional letter', () => {
  const tokenIn = (address: string) => address.split('/').at(-1) ?? ''

  it('is ended by its own link without a sign-in, and others that are not optional go on', async () => {
    await tells({ atOnce: true })
    const [letter] = await outbox()
    const token = tokenIn(letter?.unsubscribe ?? '')
    expect(letter?.text).toContain(letter?.unsubscribe)
    await studio.must(visitor, notices.unsubscribe, { token })
    await studio.must(visitor, notices.unsubscribe, { token })
    const { ways } = await studio.ask(mari, notices.mine, {})
    expect(ways.filter(({ way }) => way !== 'email')).toEqual([{ kind: 'bookings', way: 'none' }])
    await tells({ atOnce: true, about: { version: 2 } })
    expect(await subjects()).toHaveLength(1)
    await tells({ atOnce: true, choice: 'payments', about: { version: 3 } })
    expect((await outbox()).map(({ unsubscribe }) => unsubscribe === '')).toEqual([false, true])
  })

  it('keeps pushes on if the account has a browser that takes them', async () => {
    await studio.must(mari, notices.turnOn, aBrowser('one').subscription)
    await studio.must(mari, notices.choose, { kind: 'bookings', way: 'emailAndPush' })
    await tells({ atOnce: true })
    const [letter] = await outbox()
    await studio.must(visitor, notices.unsubscribe, { token: tokenIn(letter?.unsubscribe ?? '') })
    const { ways } = await studio.ask(mari, notices.mine, {})
    expect(ways).toContainEqual({ kind: 'bookings', way: 'push' })
  })

  it('limits its link per address, with all of an IPv6 network counted together', async () => {
    const keyOf = (address: string) => unsubscribe.limits?.({ token: 'x' }, { ...requestOf(visitor), address })[0]?.key
    expect(keyOf('2001:db8:1:2::1')).toBe(keyOf('2001:db8:1:2::2'))
    expect(keyOf('2001:db8:1:2::1')).not.toBe(keyOf('2001:db8:1:3::1'))
  })

  it('refuses a link that is invented or belongs to another account', async () => {
    await tells({ atOnce: true })
    const [letter] = await outbox()
    const [, kinds, seal] = tokenIn(letter?.unsubscribe ?? '').split('.')
    const other = await studio.person()
    for (const token of [
      '',
      'x',
      'a.b.c',
      // as many characters as a valid signature, but twice the bytes
      `a.b.${'ä'.repeat(22)}`,
      `${other.accountId}.${kinds}.${seal}`,
      `${mari.accountId}.reminders.${seal}`,
    ]) {
      expect(await codeOf(studio.call(visitor, notices.unsubscribe, { token }))).toBe('linkDead')
    }
  })
})
