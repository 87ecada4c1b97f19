import { describe, expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { door } from '#studio/door/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
/** Included in the class, which has two places. */
let anna: Person
let mari: Person
let kati: Person
let scheduleId: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  anna = await studio.person('user', { displayName: 'Anna', membershipCategory: 'Member-girl' })
  mari = await studio.person('user', { displayName: 'Mari' })
  kati = await studio.person('user', { displayName: 'Kati' })
  // the next day at 18:00 in Tallinn, 30 hours from now
  scheduleId = (await anEntry(studio, admin, { maxParticipants: 2 })).scheduleId
}, WITH_FEATURES)

const cantCome = (person: Person) => codeOf(studio.call(person, registrations.cantCome, { scheduleId }))
const comeBack = (person: Person) => codeOf(studio.call(person, registrations.comeAfterAll, { scheduleId }))
const register = (person: Person) => codeOf(studio.call(person, registrations.registerWithDropIn, dropIn(scheduleId)))
const entry = async () => (await studio.ask(mari, registrations.upcoming, { weeks: 2 })).entries[0]
const details = async () => (await studio.ask(admin, attendance.classDetails, { scheduleId })).entries[0]
const names = async () =>
  (await studio.ask(admin, registrations.absentIn, { scheduleId })).map((one) => one.displayName)
const toDoor = () => (studio.now += 29 * HOUR)

describe('an included person who can’t come', () => {
  it('frees a place', async () => {
    await register(mari)
    expect(await register(kati)).toBe('classFull')
    expect(await cantCome(anna)).toBe('done')
    expect((await entry())?.includedCount).toBe(0)
    expect(await register(kati)).toBe('done')
    await expectInvariants(studio)
  })

  it('is removed from lists, calendar and next class', async () => {
    expect(await studio.ask(anna, registrations.nextIncluded, {})).toMatchObject({ className: 'Girls beginners' })
    await cantCome(anna)
    expect(await studio.ask(anna, registrations.nextIncluded, {})).toBeNull()
    expect(await studio.ask(anna, registrations.calendar, { id: scheduleId })).toEqual([])
    expect((await details())?.registrants).toEqual([])
    expect(await names()).toEqual(['Anna'])
    expect(await studio.ask(anna, registrations.absentFrom, {})).toMatchObject([{ scheduleId }])
  })

  it('is listed separately at the door, and is no no-show', async () => {
    await cantCome(anna)
    toDoor()
    const { entries } = await studio.ask(admin, door.days, {})
    expect(entries[0]).toMatchObject({ rows: [], absent: [{ userId: anna.userId }] })
    const mark = { scheduleId, userId: anna.userId, value: 'no-show' } as const
    expect(await codeOf(studio.call(admin, attendance.take, mark))).toBe('registrationNotFound')
  })

  it('loses an attendance mark', async () => {
    await studio.must(admin, attendance.take, { scheduleId, userId: anna.userId, value: 'attended' })
    await cantCome(anna)
    expect((await details())?.registrants).toEqual([])
  })

  it('cannot pay for a second place: they can come after all instead', async () => {
    await cantCome(anna)
    expect(await register(anna)).toBe('saidAbsent')
  })

  it('can say so once, and only before the class begins', async () => {
    expect(await cantCome(anna)).toBe('done')
    expect(await cantCome(anna)).toBe('saidAlready')
    expect(await cantCome(mari)).toBe('notIncluded')
    await register(mari)
    expect(await cantCome(mari)).toBe('alreadyRegistered')
    studio.now += 31 * HOUR
    expect([await cantCome(anna), await comeBack(anna)]).toEqual(['entryStarted', 'entryStarted'])
  })
})

describe('coming after all', () => {
  it('gives the place back while one is free', async () => {
    await cantCome(anna)
    expect(await register(mari)).toBe('done')
    expect(await comeBack(anna)).toBe('done')
    expect((await entry())?.includedCount).toBe(1)
    expect([await names(), await comeBack(anna)]).toEqual([[], 'notAbsent'])
    await expectInvariants(studio)
  })

  it('is refused if others have taken the places', async () => {
    await cantCome(anna)
    await register(mari)
    await register(kati)
    expect(await comeBack(anna)).toBe('classFull')
  })

  it('is refused while the place is held for a waiting person', async () => {
    await register(mari)
    await studio.must(kati, waiting.join, { kind: 'class', id: scheduleId, takeWith: null })
    await cantCome(anna)
    expect(await studio.ask(kati, waiting.mine, {})).toMatchObject([{ state: 'offered' }])
    expect(await comeBack(anna)).toBe('classFull')
    await studio.must(kati, waiting.decline, { kind: 'class', id: scheduleId })
    expect(await comeBack(anna)).toBe('done')
    await expectInvariants(studio)
  })

  describe('if the class is full', () => {
    const target = () => ({ kind: 'class' as const, id: scheduleId })
    const join = (person: Person) => codeOf(studio.call(person, waiting.join, { ...target(), takeWith: null }))
    const waits = async (person: Person) => (await studio.ask(person, waiting.mine, {}))[0]?.state

    it('the person can wait for a place, and then takes it without paying', async () => {
      expect(await join(anna)).toBe('includedAlready')
      await cantCome(anna)
      expect(await join(anna)).toBe('notFull')
      for (const person of [mari, kati]) await register(person)
      expect(await join(anna)).toBe('done')
      await studio.must(kati, registrations.cancel, { scheduleId })
      expect(await waits(anna)).toBe('offered')
      expect(await register(kati)).toBe('classFull')
      await expectInvariants(studio)
      expect(await comeBack(anna)).toBe('done')
      expect([await waits(anna), (await entry())?.includedCount, (await entry())?.heldCount]).toEqual([undefined, 1, 0])
      expect(await register(kati)).toBe('classFull')
      await expectInvariants(studio)
    })

    it('the person is offered a place in turn, whatever they owe, and the offer can end', async () => {
      const { registration } = await studio.ask(admin, settings.all, {})
      const typed = { ...registration, overdueStops: true }
      await studio.must(admin, settings.save, { section: 'registration', typed, before: registration })
      await cantCome(anna)
      for (const person of [mari, kati]) await register(person)
      await join(anna)
      const late = await studio.person('user', { displayName: 'Liis' })
      studio.now += 1
      await join(late)
      await studio.must(kati, registrations.cancel, { scheduleId })
      expect([await waits(anna), await waits(late)]).toEqual(['offered', 'waiting'])
      studio.now += 3 * HOUR
      expect(await comeBack(anna)).toBe('offerEnded')
      await studio.runJobs()
      expect([await waits(anna), await waits(late)]).toEqual(['expired', 'offered'])
      await expectInvariants(studio)
    })

    it('the person no longer waits once their make-up class is used elsewhere', async () => {
      await cantCome(anna)
      for (const person of [mari, kati]) await register(person)
      await join(anna)
      const other = await anEntry(studio, admin, { inDays: 3 })
      const [makeUp] = await studio.ask(anna, registrations.makeUps, {})
      await studio.must(admin, accounts.setMembershipCategory, { userId: anna.userId, membershipCategory: null })
      const use = { scheduleId: other.scheduleId, makeUpId: makeUp?.id ?? '' }
      await studio.must(anna, registrations.registerWithMakeUp, use)
      await studio.must(admin, accounts.setMembershipCategory, {
        userId: anna.userId,
        membershipCategory: 'Member-girl',
      })
      await studio.must(kati, registrations.cancel, { scheduleId })
      expect(await waits(anna)).toBeUndefined()
      expect(await join(anna)).toBe('comesInstead')
      await expectInvariants(studio)
    })
  })

  it('is refused for a person who has lost the category', async () => {
    await cantCome(anna)
    await studio.must(admin, accounts.setMembershipCategory, { userId: anna.userId, membershipCategory: null })
    expect(await names()).toEqual([])
    expect(await comeBack(anna)).toBe('notAbsent')
    expect(await register(anna)).toBe('done')
    expect((await details())?.registrants).toMatchObject([{ userId: anna.userId, method: 'dropIn' }])
  })
})

describe('staff', () => {
  const other = { cantCome: registrations.otherCantCome, back: registrations.otherComesAfterAll }
  const of = (command: (typeof other)['cantCome'] | (typeof other)['back']) =>
    codeOf(studio.call(admin, command, { scheduleId, userId: anna.userId }))

  it('can do both for anybody', async () => {
    expect(await of(other.cantCome)).toBe('done')
    expect(await names()).toEqual(['Anna'])
    expect(await of(other.back)).toBe('done')
    expect(await names()).toEqual([])
  })

  it('can let somebody come after all once the class has begun, even if it is full', async () => {
    await cantCome(anna)
    await register(mari)
    await register(kati)
    expect(await of(other.back)).toBe('classFull')
    studio.now += 30 * HOUR
    expect(await of(other.back)).toBe('done')
    const mark = { scheduleId, userId: anna.userId, value: 'attended' } as const
    expect(await codeOf(studio.call(admin, attendance.take, mark))).toBe('done')
    expect(await of(other.cantCome)).toBe('entryStarted')
  })
})
