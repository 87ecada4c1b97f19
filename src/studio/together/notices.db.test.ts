import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { anEntry, anEntryForm, dropIn } from '#server/testing/fixtures.ts'
import { deliveredPushes } from '#server/testing/pushService.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
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

/** What a browser hands out. */
function aBrowser(name = 'one') {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
    p256dh,
    auth: randomBytes(16).toString('base64url'),
  }
}

/** Takes pushes of both kinds in a browser. */
async function takesPushes(person: Person, browser = aBrowser()) {
  await studio.must(person, notices.turnOn, browser)
  for (const kind of ['cancelled', 'moved'] as const)
    await studio.must(person, notices.choose, { kind, way: 'emailAndPush' })
  return browser
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

const delivered = (...statuses: number[]) => deliveredPushes(studio, ...statuses)

describe('whoever wants pushes', () => {
  it('hears of a class that is cancelled, by e-mail as well', async () => {
    await takesPushes(mari)
    const scheduleId = await aPlace(mari)
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
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

  it('hears of a class that is moved, in their language', async () => {
    await takesPushes(mari)
    await studio.must(mari, accounts.setLanguage, { language: 'et' })
    const scheduleId = await aPlace(mari, 1)
    const moved = { ...anEntryForm, startTime: '19:00', endTime: '20:00' }
    await studio.must(admin, schedule.update, { ...moved, scheduleId, before: anEntryForm })
    expect(await waiting()).toMatchObject([
      { title: 'Uus aeg: Girls beginners, kolmapäev, 11. märts', path: '/dashboard', urgent: false },
    ])
  })

  it('is not woken at night, unless it is for the next twelve hours', async () => {
    await takesPushes(mari)
    const [far, near] = [await aPlace(mari, 3), await aPlace(mari, 1)]
    studio.now = Date.parse('2026-03-11T04:30:00Z')
    for (const scheduleId of [far, near]) await studio.must(admin, registrations.cancelEntry, { scheduleId })
    expect(await waiting()).toMatchObject([
      { urgent: false, at: Date.parse('2026-03-11T06:00:00Z') },
      { urgent: true, at: studio.now },
    ])
    expect(await delivered()).toHaveLength(1)
    studio.now += 2 * HOUR
    expect(await delivered()).toHaveLength(1)
  })

  it('hears of it in each browser, and in none where they have signed out', async () => {
    const phone = await studio.session(mari)
    await takesPushes(mari)
    await takesPushes(phone, aBrowser('two'))
    await studio.must(admin, registrations.cancelEntry, { scheduleId: await aPlace(mari) })
    expect(await waiting()).toHaveLength(2)
    await studio.must(phone, accounts.signOut, {})
    expect(await waiting()).toHaveLength(1)
    expect((await studio.ask(mari, notices.mine, {})).endpoints).toEqual([aBrowser().endpoint])
    await studio.must(mari, signing.endOtherSessions, {})
    expect(await waiting()).toHaveLength(1)
  })
})

it('nobody gets a push who has not asked for it', async () => {
  await studio.must(mari, notices.turnOn, aBrowser())
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
  await studio.must(admin, registrations.cancelEntry, { scheduleId: await aPlace(mari) })
  expect(await waiting()).toEqual([])
})

it('what changes where one should be can not be kept out of the mailbox', async () => {
  const choose = (way: 'push' | 'none') => codeOf(studio.call(mari, notices.choose, { kind: 'moved', way }))
  expect([await choose('push'), await choose('none')]).toEqual(['alwaysByEmail', 'alwaysByEmail'])
})

it('the server calls no address that is not that of a push service', async () => {
  const browser = { ...aBrowser(), endpoint: 'https://192.0.2.7/inside' }
  expect(await codeOf(studio.call(mari, notices.turnOn, browser))).toBe('unknownPushService')
})

it('a browser that another person turned it on in is theirs alone', async () => {
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
    await studio.must(admin, registrations.cancelEntry, { scheduleId: await aPlace(mari) })
  }

  it.each([404, 410])('that answers %s loses the browser', async (status) => {
    await cancelled()
    await delivered(status)
    expect((await studio.ask(mari, notices.mine, {})).endpoints).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('that is away is asked again, ever less often, until the class would have begun', async () => {
    await cancelled()
    expect(await delivered(503)).toHaveLength(1)
    expect(await delivered()).toEqual([])
    studio.now += MINUTE / 2
    expect(await delivered(503)).toHaveLength(1)
    studio.now += 3 * DAY + 8 * HOUR
    expect(await delivered()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('that refuses is told of once, without the address', async () => {
    await cancelled()
    await delivered(403)
    expect(await waiting()).toEqual([])
    expect(studio.reported.splice(0)).toEqual(['A push was refused and is given up: status 403.'])
  })

  it('knows the studio by one pair of keys, for ever', async () => {
    const first = await studio.must(mari, notices.pushKey, {})
    expect(await studio.must(admin, notices.pushKey, {})).toEqual(first)
    expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65)
  })
})
