import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { anEntry, anEntryForm, cancelClass, dropIn } from '#server/testing/fixtures.ts'
import { aBrowser, deliveredPushes, type PushAnswer, type PushBrowser } from '#server/testing/pushService.ts'
import { ADMIN_PASSWORD, codeOf, testSettings, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { signing } from '#studio/signing/contract.ts'
import { notices } from '#studio/notices/contract.ts'

let studio: TestStudio
let admin: Person
let mari: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  mari = await studio.person()
})

/** Subscribes a browser to pushes about cancelled and moved classes. */
async function takesPushes(person: Person, browser: Pick<PushBrowser, 'subscription'> = aBrowser('one')) {
  await studio.must(person, notices.turnOn, browser.subscription)
  for (const kind of ['cancelled', 'moved'] as const)
    await studio.must(person, notices.choose, { kind, way: 'emailAndPush' })
  return browser.subscription
}

async function aPlace(person: Person, inDays = 3): Promise<string> {
  const { scheduleId } = await anEntry(studio, admin, { inDays })
  await studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
  return scheduleId
}

const waiting = async () => {
  const rows = await studio.sql<{ payload: string; urgent: boolean; at: number }>`
    select payload, urgent, next_attempt_at as at from pushes order by id`
  return rows.map(({ payload, ...row }) => ({ ...row, ...(JSON.parse(payload) as { title: string; path: string }) }))
}

const delivered = (...answers: PushAnswer[]) => deliveredPushes(studio, ...answers)

describe('a person who has chosen pushes', () => {
  it('gets one about a cancelled class, in addition to the e-mail', async () => {
    await takesPushes(mari)
    const scheduleId = await aPlace(mari)
    await cancelClass(studio, admin, scheduleId)
    expect(await waiting()).toMatchObject([
      { title: 'Cancelled: Girls beginners, Friday 13 March', path: '/classes', urgent: false, at: studio.now },
    ])
    const [sent] = await delivered()
    expect(sent?.url).toBe('https://fcm.googleapis.com/fcm/send/one')
    expect(Object.fromEntries(sent?.headers ?? [])).toMatchObject({
      ttl: String((Date.parse('2026-03-13T16:00:00Z') - studio.now) / 1000),
      topic: scheduleId,
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
    })
    expect(await waiting()).toEqual([])
  })

  it('gets one about a moved class, in their language', async () => {
    await takesPushes(mari)
    await studio.must(mari, accounts.setLanguage, { language: 'et' })
    const scheduleId = await aPlace(mari, 1)
    const moved = { ...anEntryForm, startTime: '19:00', endTime: '20:00' }
    await studio.must(admin, schedule.update, { ...moved, scheduleId, before: anEntryForm })
    expect(await waiting()).toMatchObject([
      { title: 'Uus aeg: Girls beginners, kolmapäev, 11. märts', path: '/dashboard', urgent: false },
    ])
  })

  it('gets none at night, except for a class within the next twelve hours', async () => {
    await takesPushes(mari)
    const [far, near] = [await aPlace(mari, 3), await aPlace(mari, 1)]
    studio.now = Date.parse('2026-03-11T04:30:00Z')
    await cancelClass(studio, admin, far)
    await cancelClass(studio, admin, near)
    expect(await waiting()).toMatchObject([
      { urgent: false, at: Date.parse('2026-03-11T06:00:00Z') },
      { urgent: true, at: studio.now },
    ])
    expect(await delivered()).toHaveLength(1)
    studio.now += 2 * HOUR
    expect(await delivered()).toHaveLength(1)
  })

  it('gets it in each browser in which they are signed in', async () => {
    const phone = await studio.session(mari)
    await takesPushes(mari)
    await takesPushes(phone, aBrowser('two'))
    await cancelClass(studio, admin, await aPlace(mari))
    expect(await waiting()).toHaveLength(2)
    await studio.must(phone, accounts.signOut, {})
    expect(await waiting()).toHaveLength(1)
    expect((await studio.ask(mari, notices.mine, {})).endpoints).toEqual(['https://fcm.googleapis.com/fcm/send/one'])
    await studio.must(mari, signing.endOtherSessions, {})
    expect(await waiting()).toHaveLength(1)
  })
})

describe('a push', () => {
  /** Cancels an entry and returns the push that Mari's browser receives. */
  const hears = async (scheduleId: string) => {
    const browser = aBrowser('one')
    await takesPushes(mari, browser)
    await cancelClass(studio, admin, scheduleId)
    const [sent, ...more] = await delivered()
    expect(more).toEqual([])
    if (!sent) throw new Error('No push was delivered.')
    return { ...sent, text: browser.read(sent.body) }
  }

  it('is encrypted for the browser, and names the page that a tap opens', async () => {
    const scheduleId = await aPlace(mari)
    expect(JSON.parse((await hears(scheduleId)).text)).toEqual({
      title: 'Cancelled: Girls beginners, Friday 13 March',
      body: 'Friday 13 March, 18:00–19:00',
      path: '/classes',
      tag: scheduleId,
    })
  })

  it('expires after at most 28 days, since services refuse more', async () => {
    const { headers } = await hears(await aPlace(mari, 60))
    expect(headers.get('ttl')).toBe(String((28 * DAY) / 1000))
  })

  it('is urgent only about a class of the same day, and never for own actions', async () => {
    await takesPushes(mari)
    for (const kind of ['bookings', 'offers'] as const)
      await studio.must(mari, notices.choose, { kind, way: 'emailAndPush' })
    studio.now = Date.parse('2026-03-10T20:00:00Z')
    const { scheduleId: tomorrow } = await anEntry(studio, admin)
    studio.now += 5 * HOUR
    const { scheduleId: other } = await anEntry(studio, admin, { inDays: 0 })
    await studio.must(mari, registrations.registerWithDropIn, dropIn(other))
    await studio.runJobs()
    studio.now += 10 * MINUTE
    await studio.runJobs()
    const shown = async () => (await waiting()).map(({ title, urgent }) => [title.split(':')[0], urgent])
    expect(await shown()).toEqual([['Booked', false]])
    await cancelClass(studio, admin, other)
    await cancelClass(studio, admin, tomorrow)
    // a place that has ended is not announced as booked
    expect(await shown()).toEqual([['Cancelled', true]])
  })

  it('has a topic that services accept, also for ids from another system', async () => {
    const scheduleId = await aPlace(mari)
    const id = 'Tue 18:00, õhtu'
    await studio.database.transaction(async (tx) => {
      await tx.execute(sql`insert into schedule select (jsonb_populate_record(null::schedule,
        to_jsonb(schedule) || jsonb_build_object('id', ${id}::text))).* from schedule where id = ${scheduleId}`)
      await tx.execute(sql`update registrations set schedule_id = ${id}`)
      await tx.execute(sql`delete from schedule where id = ${scheduleId}`)
    })
    const { headers } = await hears(id)
    expect(headers.get('topic')).toMatch(/^[\w-]{32}$/)
  })

  it('is small enough for every service, even with a very long class name', async () => {
    const name = '💃'.repeat(500)
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
    await studio.database.transaction((tx) => tx.execute(sql`update schedule set class_name = ${name}`))
    const { body, text } = await hears(scheduleId)
    expect(body.length).toBeLessThanOrEqual(3072)
    expect(JSON.parse(text)).toMatchObject({ title: `Cancelled: ${'💃'.repeat(108)}…` })
  })

  it.each([
    ['the address of the studio', { BASE_URL: 'https://tants.ee' }, 'https://tants.ee'],
    ['its mailbox, where it has no address that others reach', {}, 'mailto:abi@stuudio.ee'],
  ])('names a contact to the push service: %s', async (_, env, contact) => {
    const browser = aBrowser('one')
    await takesPushes(mari, browser)
    await cancelClass(studio, admin, await aPlace(mari))
    const settings = testSettings({ SUPPORT_EMAIL: 'abi@stuudio.ee', ...env })
    const [sent] = await deliveredPushes({ services: { ...studio.services, settings }, now: studio.now })
    const [, token = ''] = /t=([^,]+)/.exec(sent?.headers.get('authorization') ?? '') ?? []
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
    expect(claims).toMatchObject({ sub: contact, aud: 'https://fcm.googleapis.com' })
  })
})

describe('a person who has chosen pushes only', () => {
  const letters = () => studio.sql<{ subject: string; text: string }>`
    select subject, text from outbox where subject like 'Booked%' order by id`
  /** Mari books a class, and the jobs run. */
  const books = async () => {
    await aPlace(mari)
    await studio.runJobs()
  }
  const later = async () => {
    studio.now += 16 * MINUTE
    await studio.runJobs()
    return (await letters()).map(({ subject }) => subject)
  }
  const booked = 'Booked: Girls beginners, Friday 13 March'
  beforeEach(() => studio.must(mari, notices.choose, { kind: 'bookings', way: 'push' }))

  it('gets e-mails while none of their devices takes pushes', async () => {
    await books()
    expect(await later()).toEqual([booked])
    expect(await waiting()).toEqual([])
  })

  it('gets no e-mail if a push was delivered', async () => {
    await studio.must(mari, notices.turnOn, aBrowser('one').subscription)
    await books()
    expect(await delivered()).toHaveLength(1)
    expect(await later()).toEqual([])
  })

  it.each([
    ['the device takes none any more', () => delivered(410)],
    ['the push service refuses it', () => delivered(403)],
    ['the push service is away', () => delivered(503)],
    ['they turn pushes off before', () => studio.must(mari, notices.turnOff, aBrowser('one').subscription)],
    ['they sign out before', async () => studio.must(await studio.session(mari), signing.endOtherSessions, {})],
  ])('gets an e-mail if no push was delivered: %s', async (_, ends) => {
    await studio.must(mari, notices.turnOn, aBrowser('one').subscription)
    await books()
    await ends()
    studio.reported.splice(0)
    expect(await later()).toEqual([booked])
    const [letter] = await letters()
    expect(letter?.text).toContain('You have a place in Girls beginners.')
  })

  it('gets no e-mail if one of two devices received the push', async () => {
    const phone = await studio.session(mari)
    await studio.must(mari, notices.turnOn, aBrowser('one').subscription)
    await studio.must(phone, notices.turnOn, aBrowser('two').subscription)
    await books()
    expect(await delivered(410)).toHaveLength(2)
    expect(await later()).toEqual([])
  })

  it('can also end these letters, by the link in one', async () => {
    await books()
    await later()
    const [letter] = await letters()
    const token = /unsubscribe\/([\w.-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    await studio.must(visitor, notices.unsubscribe, { token })
    expect((await studio.ask(mari, notices.mine, {})).ways).toContainEqual({ kind: 'bookings', way: 'none' })
  })
})

it('a browser with invalid keys is removed, and does not block others', async () => {
  const bad = aBrowser('bad').subscription
  // of the right length, but no point on the curve
  await takesPushes(mari, { subscription: { ...bad, p256dh: `B${'A'.repeat(86)}` } })
  const other = await studio.person()
  await takesPushes(other, aBrowser('good'))
  const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
  for (const person of [mari, other]) await studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
  await cancelClass(studio, admin, scheduleId)
  expect((await delivered()).map(({ url }) => url.split('/').at(-1))).toEqual(['good'])
  expect((await studio.ask(mari, notices.mine, {})).endpoints).toEqual([])
  expect(await waiting()).toEqual([])
})

it('a browser that subscribes again replaces its former address', async () => {
  await takesPushes(mari, aBrowser('old'))
  await takesPushes(mari, aBrowser('new'))
  expect((await studio.ask(mari, notices.mine, {})).endpoints).toEqual(['https://fcm.googleapis.com/fcm/send/new'])
})

describe('renewing the push address of a browser', () => {
  const browsers = async (person: Person) => (await studio.ask(person, notices.mine, {})).endpoints
  const renew = async (person: Person, browser: PushBrowser) =>
    (await studio.must(person, notices.renew, browser.subscription)).renewed

  it('works without user action, and pending pushes go to the new address', async () => {
    const [old, next] = [aBrowser('old'), aBrowser('next')]
    await takesPushes(mari, old)
    await cancelClass(studio, admin, await aPlace(mari))
    expect(await renew(mari, next)).toBe(true)
    expect(await browsers(mari)).toEqual([next.subscription.endpoint])
    const [sent] = await delivered()
    expect(sent?.url).toBe(next.subscription.endpoint)
    expect(next.read(sent?.body ?? new Uint8Array())).toContain('Cancelled: Girls beginners')
  })

  it('is refused if pushes were not turned on in that session, as after another person signed in', async () => {
    await takesPushes(mari, aBrowser('hers'))
    const other = await studio.person()
    expect(await renew(other, aBrowser('next'))).toBe(false)
    expect(await renew(await studio.session(mari), aBrowser('next'))).toBe(false)
    await studio.must(mari, notices.turnOff, aBrowser('hers').subscription)
    expect(await renew(mari, aBrowser('next'))).toBe(false)
    expect([await browsers(mari), await browsers(other)]).toEqual([[], []])
  })

  it('accepts only addresses of push services, and moves an address to the current person', async () => {
    await takesPushes(mari, aBrowser('hers'))
    const elsewhere = { ...aBrowser('one').subscription, endpoint: 'https://192.0.2.7/inside' }
    expect(await studio.must(mari, notices.renew, elsewhere)).toEqual({ renewed: false })
    const other = await studio.person()
    await takesPushes(other, aBrowser('theirs'))
    expect(await renew(mari, aBrowser('theirs'))).toBe(true)
    expect(await browsers(other)).toEqual([])
  })

  it('keeps the new address when the service then reports the old one as gone', async () => {
    const [old, next] = [aBrowser('old'), aBrowser('next')]
    await takesPushes(mari, old)
    await cancelClass(studio, admin, await aPlace(mari))
    const gone = async () => {
      await renew(mari, next)
      return 410
    }
    const [first] = await delivered(gone)
    studio.now += MINUTE
    const [second] = await delivered()
    const urls = [first?.url, second?.url]
    expect(urls).toEqual([old.subscription.endpoint, next.subscription.endpoint])
    expect(await browsers(mari)).toEqual([next.subscription.endpoint])
  })
})

it('a browser that was not used for 60 days is removed', async () => {
  const [account] = await studio.sql<{ email: string }>`select email from accounts where id = ${admin.accountId}`
  const credentials = { email: account?.email ?? '', password: ADMIN_PASSWORD }
  const { session } = await studio.call(visitor, accounts.signIn, credentials)
  await studio.database.transaction((tx) => tx.execute(sql`update accounts set role = 'user'`))
  const member = { ...admin, sessionToken: session?.token ?? null }
  const kept = async () => {
    await studio.startJobs()
    await studio.runJobs()
    return (await studio.sql`select from "pushSubscriptions"`).length
  }
  await takesPushes(member)
  studio.now += 60 * DAY - HOUR
  expect(await kept()).toBe(1)
  studio.now += 3 * HOUR
  expect(await kept()).toBe(0)
})

it('pushes are off by default', async () => {
  await studio.must(mari, notices.turnOn, aBrowser('one').subscription)
  expect((await studio.ask(mari, notices.mine, {})).ways).toEqual([
    { kind: 'cancelled', way: 'email' },
    { kind: 'moved', way: 'email' },
    { kind: 'offers', way: 'email' },
    { kind: 'bookings', way: 'email' },
    { kind: 'reminders', way: 'email' },
    { kind: 'payments', way: 'email' },
    { kind: 'messages', way: 'email' },
    { kind: 'news', way: 'email' },
  ])
  await cancelClass(studio, admin, await aPlace(mari))
  expect(await waiting()).toEqual([])
})

it('letters about cancelled and moved classes cannot be turned off', async () => {
  const choose = (way: 'push' | 'none') => codeOf(studio.call(mari, notices.choose, { kind: 'moved', way }))
  expect([await choose('push'), await choose('none')]).toEqual(['alwaysByEmail', 'alwaysByEmail'])
})

it('a browser with an address that is not of a push service is refused', async () => {
  const browser = { ...aBrowser('one').subscription, endpoint: 'https://192.0.2.7/inside' }
  expect(await codeOf(studio.call(mari, notices.turnOn, browser))).toBe('unknownPushService')
})

it('turning pushes on in a browser moves it to the current person', async () => {
  const browser = await takesPushes(mari)
  const other = await studio.person()
  await studio.must(other, notices.turnOn, browser)
  expect((await studio.ask(mari, notices.mine, {})).endpoints).toEqual([])
  await studio.must(mari, notices.turnOff, browser)
  expect((await studio.ask(other, notices.mine, {})).endpoints).toEqual([browser.endpoint])
})

describe('a push service', () => {
  const cancelled = async () => {
    await takesPushes(mari)
    await cancelClass(studio, admin, await aPlace(mari))
  }

  it.each([404, 410])('responds %s, and the browser is removed', async (status) => {
    await cancelled()
    await delivered(status)
    expect((await studio.ask(mari, notices.mine, {})).endpoints).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('is retried less and less often while it is down, until the class would have begun', async () => {
    await cancelled()
    expect(await delivered(503)).toHaveLength(1)
    expect(await delivered()).toEqual([])
    studio.now += MINUTE / 2
    expect(await delivered(503)).toHaveLength(1)
    studio.now += 3 * DAY + 8 * HOUR
    expect(await delivered()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('is reported once if it refuses a push, without the address', async () => {
    await cancelled()
    await delivered(403)
    expect(await waiting()).toEqual([])
    expect(studio.reported.splice(0)).toEqual(['A push was refused and is given up: status 403.'])
  })

  it('always gets the same key pair of the studio', async () => {
    const first = await studio.must(mari, notices.pushKey, {})
    expect(await studio.must(admin, notices.pushKey, {})).toEqual(first)
    expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65)
  })
})
