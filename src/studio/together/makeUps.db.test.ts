import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import { anEntry, anEntryForm, cancelClass, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { door } from '#studio/door/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'

let studio: TestStudio
let admin: Person
/** Has the girls' category: included in the missed class, and not in the other one. */
let anna: Person
let mari: Person
/** 11 March at 18:00 in Tallinn, 30 hours from now, for girls and ladies. */
let missed: string
/** 13 March, for ladies: here the missed class is made up. */
let other: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  anna = await studio.person('user', { displayName: 'Anna', membershipCategory: 'Member-girl' })
  mari = await studio.person('user', { displayName: 'Mari', membershipCategory: 'Member-girl' })
  missed = (await anEntry(studio, admin, { categories: ['Girl Group', 'Boy Group'] })).scheduleId
  other = (await anEntry(studio, admin, { categories: ['Boy Group'], inDays: 3 })).scheduleId
  await saveSettings(studio, admin, 'registration', { lateHours: 24, makeUpDays: 30 })
}, WITH_FEATURES)

const say = (person: Person, acceptsLate?: boolean) =>
  codeOf(studio.call(person, registrations.cantCome, { scheduleId: missed, acceptsLate }))
const back = (person = anna) => codeOf(studio.call(person, registrations.comeAfterAll, { scheduleId: missed }))
const makeUpsOf = (person: Person) => studio.ask(person, registrations.makeUps, {})
async function aMakeUp(person = anna): Promise<string> {
  await studio.must(person, registrations.cantCome, { scheduleId: missed })
  const [made] = await makeUpsOf(person)
  if (!made) throw new Error('No make-up class was given.')
  return made.id
}
const use = (makeUpId: string, person = anna, scheduleId = other) =>
  codeOf(studio.call(person, registrations.registerWithMakeUp, { scheduleId, makeUpId }))
const cancel = (person: Person, acceptsLate?: boolean) =>
  codeOf(studio.call(person, registrations.cancel, { scheduleId: other, acceptsLate }))
const switchOff = async () => {
  const { features } = await studio.ask(admin, settings.all, {})
  await studio.must(admin, settings.save, {
    section: 'features',
    typed: { ...features, makeUpClasses: false },
    before: features,
  })
}

describe('a make-up class', () => {
  it('is given for saying in time that one can’t come; its validity counts from the class', async () => {
    const { makeUpUntil } = await studio.must(anna, registrations.cantCome, { scheduleId: missed })
    expect(makeUpUntil).toBe('2026-04-10')
    expect(await makeUpsOf(anna)).toMatchObject([
      { className: 'Girls beginners', validUntil: '2026-04-10', categories: ['Girl Group', 'Boy Group'] },
    ])
    await expectInvariants(studio)
  })

  it('is not given if one says it too late, which must be confirmed first', async () => {
    studio.now += 10 * HOUR
    expect(await say(anna)).toBe('noMakeUpByNow')
    expect(await say(anna, true)).toBe('done')
    expect(await makeUpsOf(anna)).toEqual([])
    await expectInvariants(studio)
  })

  it('is given even late, within a day after the studio moved the class', async () => {
    studio.now += 10 * HOUR
    const before = { ...anEntryForm, categories: ['Girl Group', 'Boy Group'] }
    await studio.must(admin, schedule.update, { scheduleId: missed, ...before, startTime: '17:30', before })
    expect(await say(anna)).toBe('done')
    expect(await makeUpsOf(anna)).toHaveLength(1)
  })

  it('pays for one class of any of its categories, and not for a second one', async () => {
    const makeUpId = await aMakeUp()
    expect(await use(makeUpId)).toBe('done')
    expect(await studio.ask(anna, registrations.mine, {})).toMatchObject([{ scheduleId: other, method: 'makeUp' }])
    const { entries } = await studio.ask(admin, attendance.classDetails, { scheduleId: other })
    expect(entries[0]?.registrants).toMatchObject([{ userId: anna.userId, method: 'makeUp', payment: null }])
    const third = await anEntry(studio, admin, { categories: ['Boy Group'], inDays: 4 })
    expect(await use(makeUpId, anna, third.scheduleId)).toBe('makeUpUsed')
    expect(await makeUpsOf(anna)).toEqual([])
    await expectInvariants(studio)
  })

  it('is named in the download of personal data as the payment of its class', async () => {
    await use(await aMakeUp())
    const { scheduleId: included } = await anEntry(studio, admin, { categories: ['Girl Group'] })
    const mark = { scheduleId: included, userId: anna.userId, value: 'attended' as const }
    await studio.must(admin, attendance.take, mark)
    const paidBy = async () => {
      const { classes } = await studio.must(anna, privacy.download, {})
      return classes.map((one) => [one.startsAt.slice(0, 10), one.paidBy])
    }
    expect(await paidBy()).toEqual([
      ['2026-03-13', 'makeUp'],
      ['2026-03-11', 'included'],
    ])
    // how a place was paid is not kept after the class is cancelled
    await cancelClass(studio, admin, other)
    expect(await paidBy()).toEqual([
      ['2026-03-13', null],
      ['2026-03-11', 'included'],
    ])
  })

  it('is refused for other categories, after its last day, and for other people', async () => {
    const makeUpId = await aMakeUp()
    const another = await anEntry(studio, admin, { categories: ['K-POP 16+'], inDays: 4 })
    expect(await use(makeUpId, anna, another.scheduleId)).toBe('makeUpCategory')
    const lastDay = await anEntry(studio, admin, { categories: ['Boy Group'], inDays: 31 })
    const after = await anEntry(studio, admin, { categories: ['Boy Group'], inDays: 32 })
    expect(await use(makeUpId, anna, after.scheduleId)).toBe('makeUpExpiresBefore')
    expect(await use(makeUpId, mari)).toBe('makeUpNotFound')
    expect(await use(makeUpId, anna, lastDay.scheduleId)).toBe('done')
  })

  it('expires after its last day', async () => {
    const makeUpId = await aMakeUp()
    studio.now = Date.parse('2026-04-10T20:59:00Z')
    expect(await makeUpsOf(anna)).toHaveLength(1)
    studio.now = Date.parse('2026-04-10T21:00:00Z')
    expect(await makeUpsOf(anna)).toEqual([])
    const later = await anEntry(studio, admin, { categories: ['Boy Group'] })
    expect(await use(makeUpId, anna, later.scheduleId)).toBe('makeUpEnded')
  })

  it('is given back with a place that is cancelled in time', async () => {
    const makeUpId = await aMakeUp()
    await use(makeUpId)
    expect(await cancel(anna)).toBe('done')
    expect(await makeUpsOf(anna)).toHaveLength(1)
    expect(await use(makeUpId)).toBe('done')
    await expectInvariants(studio)
  })

  it('is given back if staff remove the place or the studio cancels the class', async () => {
    const makeUpId = await aMakeUp()
    await use(makeUpId)
    await studio.must(admin, attendance.removeRegistration, { scheduleId: other, userId: anna.userId })
    expect(await use(makeUpId)).toBe('done')
    await cancelClass(studio, admin, other)
    expect(await makeUpsOf(anna)).toHaveLength(1)
    await expectInvariants(studio)
  })

  it('is lost with a late cancellation, until staff forgive it', async () => {
    await use(await aMakeUp())
    studio.now += 60 * HOUR
    expect(await cancel(anna)).toBe('lateByNow')
    expect(await cancel(anna, true)).toBe('done')
    expect(await makeUpsOf(anna)).toEqual([])
    await expectInvariants(studio)
    const [late] = await studio.ask(admin, registrations.lateOf, { scheduleId: other })
    expect(late).toMatchObject({ membershipName: null, price: null })
    await studio.must(admin, registrations.forgiveLate, { lateId: late?.id ?? '', reason: 'ill' })
    expect(await makeUpsOf(anna)).toHaveLength(1)
    await expectInvariants(studio)
  })
})

describe('coming after all', () => {
  it('takes the make-up class away; not coming again gives the same one back', async () => {
    await aMakeUp()
    expect(await back()).toBe('done')
    expect(await makeUpsOf(anna)).toEqual([])
    await aMakeUp()
    expect(await makeUpsOf(anna)).toHaveLength(1)
    await expectInvariants(studio)
  })

  it('is refused while the make-up class is used: that place must be cancelled first', async () => {
    await use(await aMakeUp())
    expect(await back()).toBe('comesInstead')
    expect(await studio.ask(anna, registrations.absentFrom, {})).toMatchObject([
      { scheduleId: missed, instead: { className: 'Girls beginners' } },
    ])
    await cancel(anna)
    expect(await back()).toBe('done')
    await expectInvariants(studio)
  })
})

describe('a make-up class that was lost by cancelling late', () => {
  /** The day after the other class, so that the make-up class is lost before it. */
  let own: string

  const comeBack = () => codeOf(studio.call(anna, registrations.comeAfterAll, { scheduleId: own }))
  const forgive = async () => {
    const [late] = await studio.ask(admin, registrations.lateOf, { scheduleId: other })
    await studio.must(admin, registrations.forgiveLate, { lateId: late?.id ?? '', reason: 'ill' })
  }

  beforeEach(async () => {
    own = (await anEntry(studio, admin, { categories: ['Girl Group', 'Boy Group'], inDays: 4 })).scheduleId
    await studio.must(anna, registrations.cantCome, { scheduleId: own })
    const [made] = await makeUpsOf(anna)
    await use(made?.id ?? '')
    studio.now += 60 * HOUR
    expect(await cancel(anna, true)).toBe('done')
  })

  it('leaves its owner free to come to their own class after all, and is not given back for it', async () => {
    expect(await studio.ask(anna, registrations.absentFrom, {})).toMatchObject([{ scheduleId: own, instead: null }])
    expect(await comeBack()).toBe('done')
    expect(await studio.ask(anna, registrations.absentFrom, {})).toEqual([])
    expect(await makeUpsOf(anna)).toEqual([])
    await expectInvariants(studio)
  })

  it('lets its owner wait for the place in their own class, if that is full by now', async () => {
    const before = {
      ...anEntryForm,
      categories: ['Girl Group', 'Boy Group'],
      startDate: '2026-03-14',
      endDate: '2026-03-14',
    }
    await studio.must(mari, registrations.cantCome, { scheduleId: own })
    const guest = await studio.person()
    await studio.must(guest, registrations.registerWithDropIn, dropIn(own))
    await studio.must(admin, schedule.update, { scheduleId: own, ...before, maxParticipants: 1, before })
    expect(await comeBack()).toBe('classFull')
    await studio.must(anna, waiting.join, { kind: 'class', id: own, takeWith: null })
    await studio.must(guest, registrations.cancel, { scheduleId: own, acceptsLate: true })
    expect(await studio.ask(anna, waiting.mine, {})).toMatchObject([{ state: 'offered' }])
    expect(await comeBack()).toBe('done')
    await expectInvariants(studio)
  })

  it('is not usable when it is forgiven after its owner came, and is once they can’t come again', async () => {
    await comeBack()
    await forgive()
    expect(await makeUpsOf(anna)).toEqual([])
    await expectInvariants(studio)
    const { makeUpUntil } = await studio.must(anna, registrations.cantCome, { scheduleId: own })
    expect(makeUpUntil).toBe('2026-04-13')
    expect(await makeUpsOf(anna)).toHaveLength(1)
    await expectInvariants(studio)
  })

  it('is not promised once more to an owner who came and can’t come again, until it is forgiven', async () => {
    await comeBack()
    const place = { scheduleId: own, userId: anna.userId }
    expect(await studio.must(admin, registrations.otherCantCome, place)).toEqual({ makeUpUntil: null })
    expect(await makeUpsOf(anna)).toEqual([])
    const written = await studio.sql<{ text: string }>`select content::text as text from "waitingNotices"`
    const about = written.map(({ text }) => text).filter((text) => text.includes('has noted that you can'))
    expect(about).toHaveLength(1)
    expect(about[0]).toContain('gives no make-up class: the one for this class was lost by cancelling late')
    await expectInvariants(studio)
    await forgive()
    expect(await makeUpsOf(anna)).toHaveLength(1)
    await expectInvariants(studio)
  })

  it('is forgiven and its owner comes at the same time: it is not usable in the end', async () => {
    const [code] = await Promise.all([comeBack(), forgive()])
    expect(code).toBe('done')
    expect(await makeUpsOf(anna)).toEqual([])
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
  })
})

it('staff can do both for anybody', async () => {
  const place = { scheduleId: missed, userId: anna.userId }
  expect(await studio.must(admin, registrations.otherCantCome, place)).toEqual({ makeUpUntil: '2026-04-10' })
  const [given] = await studio.ask(admin, registrations.makeUpsOf, { userId: anna.userId })
  const makeUpId = given?.id ?? ''
  await studio.must(admin, registrations.registerOtherWithMakeUp, { scheduleId: other, userId: anna.userId, makeUpId })
  expect(await studio.ask(anna, registrations.mine, {})).toMatchObject([{ scheduleId: other, method: 'makeUp' }])
})

it('is used by a walk-in at the door, even after the class has begun, who then pays nothing', async () => {
  const makeUpId = await aMakeUp()
  const { startsAt = 0 } = (await studio.ask(anna, registrations.entry, { id: other })) ?? {}
  studio.now = startsAt + 1
  const walkIn = { scheduleId: other, userId: anna.userId, by: { kind: 'makeUp', makeUpId }, over: false } as const
  const money = { cents: 1500, way: 'cash' } as const
  expect(await codeOf(studio.call(admin, door.walkIn, { ...walkIn, money }))).toBe('anotherSum')
  expect(await codeOf(studio.call(admin, door.walkIn, { ...walkIn, money: null }))).toBe('done')
  const { entries } = await studio.ask(admin, door.days, {})
  expect(entries.find(({ id }) => id === other)?.rows).toMatchObject([
    { userId: anna.userId, method: 'makeUp', owes: null },
  ])
  expect(await makeUpsOf(anna)).toEqual([])
  const again = { ...walkIn, userId: mari.userId, money: null }
  expect(await codeOf(studio.call(admin, door.walkIn, again))).toBe('makeUpNotFound')
  await expectInvariants(studio)
})

it('several family members register at once, each with their own payment method', async () => {
  const makeUpId = await aMakeUp()
  const people = [{ personId: anna.userId, purchaseId: null, makeUpId }]
  const { price } = await studio.must(anna, registrations.registerSeveral, { ...dropIn(other), people })
  expect(price).toBe(0)
  await expectInvariants(studio)
})

describe('while the feature is off', () => {
  it('nothing is given or asked; places already paid with one stay, and give it back when cancelled', async () => {
    const makeUpId = await aMakeUp()
    await use(makeUpId)
    await switchOff()
    studio.now += 10 * HOUR
    expect(await codeOf(studio.call(mari, registrations.cantCome, { scheduleId: missed }))).toBe('done')
    expect(await studio.sql`select id from "makeUps" where user_id = ${mari.userId}`).toEqual([])
    expect(await studio.ask(anna, registrations.mine, {})).toHaveLength(1)
    expect(await cancel(anna)).toBe('done')
    const people = [{ personId: anna.userId, purchaseId: null, makeUpId }]
    expect(await codeOf(studio.call(anna, registrations.registerSeveral, { ...dropIn(other), people }))).toBe(
      'makeUpNotFound',
    )
    await expectInvariants(studio)
  })
})

describe('concurrently', () => {
  const oneOf = async (codes: Promise<unknown[]>, done: number) =>
    expect((await codes).filter((code) => code === 'done')).toHaveLength(done)

  it('a make-up class pays for only one of two classes', async () => {
    const makeUpId = await aMakeUp()
    const third = await anEntry(studio, admin, { categories: ['Boy Group'], inDays: 4 })
    await oneOf(Promise.all([use(makeUpId), use(makeUpId, anna, third.scheduleId)]), 1)
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
  })

  it('a make-up class is used, or taken away by coming after all, not both', async () => {
    const makeUpId = await aMakeUp()
    await oneOf(Promise.all([use(makeUpId), back()]), 1)
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
  })

  it('saying twice that one can’t come gives one make-up class', async () => {
    await oneOf(Promise.all([say(anna), say(anna)]), 1)
    expect(await makeUpsOf(anna)).toHaveLength(1)
  })
})
