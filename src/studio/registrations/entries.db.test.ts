import { describe, expect, it } from 'vitest'
import { anEntry, anEntryForm, cancelClass, dropIn } from '#server/testing/fixtures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { registrations } from './contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

const form = {
  className: 'Girls advanced',
  classDescription: '',
  categories: ['Boy Group'],
  startDate: '2026-03-30',
  startTime: '17:30',
  endDate: '2026-03-30',
  endTime: '19:00',
  standardPrice: null,
  memberPrice: null,
}

it('refuses to lower an entry’s places below its registrations', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  for (const person of [member, await studio.person()]) {
    await studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
  }
  const update = (maxParticipants: number) =>
    codeOf(studio.call(admin, schedule.update, { scheduleId, ...form, maxParticipants, before: anEntryForm }))
  expect(await update(1)).toEqual({ maxParticipants: 'maxBelowRegistered' })
  expect(await update(2)).toBe('done')
})

it('deletes an entry only if it has no registrations', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  expect(await codeOf(studio.call(admin, schedule.delete, { scheduleId }))).toBe('entryHasRegistrations')
  await studio.must(member, registrations.cancel, { scheduleId })
  expect(await codeOf(studio.call(admin, schedule.delete, { scheduleId }))).toBe('done')
})

it('does not edit a cancelled entry', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  await studio.must(admin, registrations.cancelEntry, { scheduleId })
  const change = studio.call(admin, schedule.update, { scheduleId, ...form, maxParticipants: 5, before: anEntryForm })
  expect(await codeOf(change)).toBe('entryCancelled')
})

describe('a person who would come to an entry', () => {
  const mails = async () => {
    await studio.writeLetters()
    const sent = await studio.sql<{
      to: string
      subject: string
      text: string
    }>`select to_address as "to", subject, text from outbox order by to_address`
    await studio.database.transaction((tx) => tx.execute('delete from outbox'))
    return sent
  }
  const move = async (scheduleId: string, change: Partial<typeof anEntryForm>) => {
    await studio.must(admin, schedule.update, { ...anEntryForm, ...change, scheduleId, before: anEntryForm })
    return mails()
  }

  it('is told about a new date or time, in their language, and about nothing else', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const estonian = await studio.person('user', { email: 'b@example.ee' })
    await studio.must(estonian, accounts.setLanguage, { language: 'et' })
    const closed = await studio.person('user', { email: 'closed@example.ee' })
    await studio.person('user', { email: 'c.included@example.ee', membershipCategory: 'Member-girl' })
    await studio.person('user', { email: 'boy@example.ee', membershipCategory: 'Member-boy' })
    const english = await studio.person('user', { email: 'a@example.ee' })
    for (const person of [english, estonian, closed]) {
      await studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
    }
    await studio.must(admin, accounts.setActive, { userId: closed.userId, active: false })
    await mails()

    expect(await move(scheduleId, { className: 'Renamed', maxParticipants: 12 })).toEqual([])
    const sent = await move(scheduleId, { startDate: '2026-03-12', endDate: '2026-03-12', startTime: '17:30' })
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['a@example.ee', 'New time: Renamed, Thursday 12 March'],
      ['b@example.ee', 'Uus aeg: Renamed, neljapäev, 12. märts'],
      ['c.included@example.ee', 'New time: Renamed, Thursday 12 March'],
    ])
    const [toEnglish, toEstonian, toIncluded] = sent
    expect(toEnglish?.text).toContain('Before: Wednesday 11 March, 18:00–19:00')
    expect(toEnglish?.text).toContain('Now: Thursday 12 March, 17:30–19:00')
    expect(toEstonian?.text).toContain('Varem: kolmapäev, 11. märts kell 18.00–19.00')
    expect(toEstonian?.text).toContain('Nüüd: neljapäev, 12. märts kell 17.30–19.00')
    expect(toEnglish?.text).toContain('Your place is kept.')
    expect(toIncluded?.text).not.toContain('Your place is kept.')
  })

  it('is told about its deletion if included, in their language, and staff see how many are told', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const estonian = await studio.person('user', { email: 'b@example.ee', membershipCategory: 'Member-girl-boy' })
    await studio.must(estonian, accounts.setLanguage, { language: 'et' })
    await studio.person('user', { email: 'a@example.ee', membershipCategory: 'Member-girl' })
    await studio.person('user', { email: 'boy@example.ee', membershipCategory: 'Member-boy' })
    const before = await studio.watch(admin, registrations.toldOfCancellation, { scheduleId })
    expect(await before.next()).toMatchObject({ people: 2, teachers: 0 })

    expect(await studio.must(admin, schedule.delete, { scheduleId })).toEqual({ told: 2 })
    const sent = await mails()
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['a@example.ee', 'Cancelled: Girls beginners, Wednesday 11 March'],
      ['b@example.ee', 'Jääb ära: Girls beginners, kolmapäev, 11. märts'],
    ])
    expect(await before.next()).toMatchObject({ people: 0, teachers: 0 })
    before.stop()
  })

  it('is not told about the deletion of a past or an already cancelled entry', async () => {
    const [over, cancelled] = [await anEntry(studio, admin), await anEntry(studio, admin, { inDays: 3 })]
    await studio.person('user', { email: 'a@example.ee', membershipCategory: 'Member-girl' })
    await cancelClass(studio, admin, cancelled.scheduleId)
    expect(await mails()).toHaveLength(1)
    studio.now = Date.parse('2026-03-11T17:00:00Z')
    for (const { scheduleId } of [over, cancelled]) {
      expect(await studio.ask(admin, registrations.toldOfCancellation, { scheduleId })).toMatchObject({
        people: 0,
        teachers: 0,
      })
      expect(await studio.must(admin, schedule.delete, { scheduleId })).toEqual({ told: 0 })
    }
    expect(await mails()).toEqual([])
  })

  it('is not told if the time of a class that has begun is corrected', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    await mails()
    studio.now = Date.parse('2026-03-11T16:30:00Z')
    expect(await move(scheduleId, { endTime: '19:30' })).toEqual([])
  })
})
