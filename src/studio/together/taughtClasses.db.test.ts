import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { anEntry, saveSettings, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { schedule, type EntryForm } from '#studio/schedule/contract.ts'
import { entryFormOf } from '#studio/schedule/rules/entry.ts'
import { standIns } from '#studio/standIns/contract.ts'

const ZONE = 'Europe/Tallinn'
let studio: TestStudio
let admin: Person
/** An admin who also teaches. */
let ann: Person
let triin: Person
let kaur: Person

// noon of 10 March 2026, a Tuesday
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin', { email: 'admin@example.ee' })
  ann = await studio.person('admin', { displayName: 'Ann', email: 'ann@example.ee' })
  triin = await studio.person('teacher', { displayName: 'Triin', email: 'triin@example.ee' })
  kaur = await studio.person('teacher', { displayName: 'Kaur', email: 'kaur@example.ee' })
}, WITH_FEATURES)

async function formOf(scheduleId: string): Promise<EntryForm> {
  const entry = await studio.ask(admin, schedule.entry, { scheduleId })
  if (!entry) throw new Error('There is no such entry.')
  return entryFormOf(entry, ZONE)
}
async function edit(scheduleId: string, change: Partial<EntryForm>, by = admin) {
  const before = await formOf(scheduleId)
  await studio.must(by, schedule.update, { scheduleId, ...before, ...change, before })
}
async function editSeries(scheduleIds: readonly string[], change: Partial<EntryForm>, by = admin) {
  const [scheduleId = ''] = scheduleIds
  const before = await formOf(scheduleId)
  const asked = { ...before, ...change, before, scheduleId, scheduleIds: [...scheduleIds] }
  return (await studio.must(by, schedule.editSeries, asked)).changeId
}
const cancel = async (scheduleId: string, by = admin) =>
  (await studio.must(by, registrations.cancelEntry, { scheduleId })).changeId
const undo = (changeId: number, by = admin) => studio.must(by, schedule.undoChange, { changeId })

interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}
/** The letters written since the last call. */
async function letters(): Promise<Letter[]> {
  await studio.writeLetters()
  const found = await studio.sql<Letter>`
    select split_part(to_address, '@', 1) as "to", subject, text from outbox order by to_address, id`
  await studio.database.transaction((tx) => tx.execute('delete from outbox'))
  return [...found]
}
const lines = async () => (await letters()).map(({ to, subject }) => `${to}: ${subject}`)
/** How many letters are queued. */
async function waiting(): Promise<number> {
  await studio.runJobs()
  return (await studio.sql`select from "waitingNotices" union all select from outbox`).length
}
const one = async (): Promise<Letter> => {
  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  if (!letter) throw new Error('Nothing was written.')
  return letter
}

/** Creates a class on Friday 13 March at 18:00. */
async function aClass(...teachers: readonly Person[]): Promise<string> {
  const { scheduleId } = await anEntry(studio, admin, { inDays: 3, name: 'Salsa' })
  if (teachers.length > 0) await edit(scheduleId, { teacherIds: teachers.map(({ accountId }) => accountId) })
  studio.now += UNDO_WITHIN
  await letters()
  return scheduleId
}

/** Creates a series on three Mondays at 18:00, taught by Triin. */
async function aSeries(): Promise<string[]> {
  const { classId } = await planned()
  studio.now += UNDO_WITHIN
  await letters()
  const found = await studio.sql<{ id: string }>`select id from schedule where class_id = ${classId} order by starts_at`
  return found.map(({ id }) => id)
}
async function planned() {
  const form = { name: 'Rumba', description: '', defaultMaxParticipants: 9, categories: ['Girl Group'] }
  const { id: classId } = await studio.must(admin, classes.create, { ...form, teacherIds: [triin.accountId] })
  const dates = { weekdays: [1], startDate: '2026-03-16', endDate: '2026-03-31' }
  const times = { startTime: '18:00', endTime: '19:00', standardPrice: null, memberPrice: null }
  return { classId, ...(await studio.must(admin, schedule.add, { classId, ...dates, ...times })) }
}

describe('a teacher is told when a class of theirs', () => {
  it('gets another time', async () => {
    const scheduleId = await aClass(triin)
    await edit(scheduleId, { startTime: '17:30' })
    const letter = await one()
    expect(letter).toMatchObject({ to: 'triin', subject: 'New time: Salsa, Friday 13 March' })
    expect(letter.text).toContain('Salsa has a new date or time.\n\nYou teach this class.')
    expect(letter.text).toContain('Before: Friday 13 March, 18:00–19:00\nNow: Friday 13 March, 17:30–19:00')
    expect(letter.text).toContain(`/admin/class-details/${scheduleId}`)
    expect(letter.text).not.toContain('Your place')
  })

  it('gets another room', async () => {
    const { id: big } = await studio.must(admin, rooms.add, { name: 'Big room' })
    const { id: small } = await studio.must(admin, rooms.add, { name: 'Small room' })
    const scheduleId = await aClass(triin)
    await edit(scheduleId, { roomId: big })
    await letters()
    await studio.must(triin, accounts.setLanguage, { language: 'et' })
    await edit(scheduleId, { roomId: small })
    const letter = await one()
    expect(letter.subject).toBe('Muudatused: Salsa, reede, 13. märts')
    expect(letter.text).toContain('Trennil „Salsa“ on teine saal.')
    expect(letter.text).toContain('Saal: Small room (varem: Big room)')
  })

  it('is cancelled, after the time for undo', async () => {
    const scheduleId = await aClass(triin)
    await cancel(scheduleId)
    expect(await waiting()).toBe(0)
    studio.now += UNDO_WITHIN
    const letter = await one()
    expect(letter).toMatchObject({ to: 'triin', subject: 'Cancelled: Salsa, Friday 13 March' })
    expect(letter.text).toContain('Salsa on Friday 13 March at 18:00 will not take place.\n\nYou need not come.')
    // deleting it afterwards sends nothing more
    await studio.must(admin, schedule.delete, { scheduleId })
    expect(await lines()).toEqual([])
  })

  it('is deleted', async () => {
    const scheduleId = await aClass(triin)
    await studio.must(admin, schedule.delete, { scheduleId })
    expect(await lines()).toEqual(['triin: Cancelled: Salsa, Friday 13 March'])
  })

  it('is given to another teacher, who is told too', async () => {
    const scheduleId = await aClass(triin)
    await edit(scheduleId, { teacherIds: [kaur.accountId], startTime: '17:30' })
    const [kaurs, triins, ...more] = await letters()
    expect(more).toEqual([])
    expect(kaurs).toMatchObject({ to: 'kaur', subject: 'You teach: Salsa, Friday 13 March' })
    expect(kaurs?.text).toContain('You are now a teacher of Salsa.')
    expect(kaurs?.text).toContain('Time: Friday 13 March, 17:30–19:00')
    expect(triins).toMatchObject({ to: 'triin', subject: 'Not yours any more: Salsa, Friday 13 March' })
    expect(triins?.text).toContain('You do not teach Salsa any more.\n\nYou need not come.')
    // with the time that she knew, and the new teacher
    expect(triins?.text).toMatch(/Time: Friday 13 March, 18:00–19:00\nTeacher: Kaur /)
  })
})

describe('a letter to a teacher', () => {
  it('is not sent for their own changes', async () => {
    const scheduleId = await aClass(ann)
    await edit(scheduleId, { startTime: '17:30' }, ann)
    await edit(scheduleId, { teacherIds: [ann.accountId, triin.accountId] }, ann)
    expect(await lines()).toEqual(['triin: You teach: Salsa, Friday 13 March'])
    await cancel(scheduleId, ann)
    studio.now += UNDO_WITHIN
    expect(await lines()).toEqual(['triin: Cancelled: Salsa, Friday 13 March'])
    const [first = ''] = await aSeries()
    await editSeries([first], { teacherIds: [ann.accountId] }, ann)
    studio.now += UNDO_WITHIN
    await letters()
    await editSeries([first], { startTime: '17:00' }, ann)
    studio.now += UNDO_WITHIN
    await studio.must(ann, schedule.delete, { scheduleId: first })
    expect(await lines()).toEqual([])
  })

  it('is not sent for what is undone within two minutes', async () => {
    const scheduleId = await aClass(triin)
    const [first = '', second = ''] = await aSeries()
    await undo(await cancel(scheduleId))
    await undo(await editSeries([first, second], { startTime: '17:00', teacherIds: [kaur.accountId] }))
    studio.now += UNDO_WITHIN
    expect(await lines()).toEqual([])
    await expectInvariants(studio)
  })

  it('is not sent for changed texts, prices or maximum', async () => {
    const scheduleId = await aClass(triin)
    await edit(scheduleId, { className: 'Salsa II', maxParticipants: 5, standardPrice: 1500 })
    expect(await lines()).toEqual([])
  })

  it('is not sent while the features with teachers are off', async () => {
    const scheduleId = await aClass(triin)
    await saveSettings(studio, admin, 'features', { door: false, paySheet: false })
    await edit(scheduleId, { startTime: '17:30' })
    expect(await lines()).toEqual([])
  })

  it('is not sent for a plan that was undone', async () => {
    const { seriesId } = await planned()
    await studio.must(admin, schedule.undoPlans, { seriesIds: [seriesId] })
    expect(await lines()).toEqual([])
  })

  it('is not sent for changes to past classes', async () => {
    const scheduleId = await aClass(triin)
    studio.now += 4 * DAY
    await edit(scheduleId, { teacherIds: [kaur.accountId] })
    await cancel(scheduleId)
    studio.now += UNDO_WITHIN
    expect(await lines()).toEqual([])
  })
})

describe('changing a series', () => {
  it('sends one letter, two minutes after the press', async () => {
    const ids = await aSeries()
    await editSeries(ids, { startTime: '17:30' })
    expect(await waiting()).toBe(0)
    studio.now += UNDO_WITHIN
    const letter = await one()
    expect(letter).toMatchObject({ to: 'triin', subject: 'New times: Rumba' })
    expect(letter.text).toContain('3 classes have a new date or time.\n\nYou teach these classes.')
    expect(letter.text).toContain('Monday 30 March, 18:00–19:00: now Monday 30 March, 17:30–19:00')
  })

  it('tells both teachers when it goes to another one, and includes cancellations', async () => {
    const [first = '', ...others] = await aSeries()
    await editSeries([first, ...others], { teacherIds: [kaur.accountId], startTime: '17:30' })
    await cancel(first)
    studio.now += UNDO_WITHIN
    const [kaurs, triins, ...more] = await letters()
    expect(more).toEqual([])
    expect(kaurs).toMatchObject({ to: 'kaur', subject: 'You teach: Rumba, 2 classes' })
    expect(kaurs?.text).toContain('Monday 23 March, 17:30–19:00: yours now')
    expect(kaurs?.text).not.toContain('16 March')
    expect(triins).toMatchObject({ to: 'triin', subject: 'Changes: Rumba' })
    expect(triins?.text).toContain('You do not teach 2 classes any more.\n\nOne class will not take place.')
    expect(triins?.text).toContain('You need not come.')
    expect(triins?.text).toContain('Monday 16 March, 18:00–19:00: cancelled')
    expect(triins?.text).toContain('Monday 23 March, 18:00–19:00: not yours any more')
  })

  it("sends the letters in the reader's language", async () => {
    for (const person of [triin, kaur]) await studio.must(person, accounts.setLanguage, { language: 'et' })
    const ids = await aSeries()
    await editSeries(ids, { teacherIds: [kaur.accountId] })
    studio.now += UNDO_WITHIN
    expect(await lines()).toEqual(['kaur: Sinu trennid: Rumba, 3 trenni', 'triin: Ei ole enam sinu: Rumba, 3 trenni'])
  })

  it('tells a teacher only of what others changed, if it was done in several steps', async () => {
    const [first = '', second = ''] = await aSeries()
    await edit(first, { teacherIds: [ann.accountId] }, ann)
    await letters()
    await editSeries([first], { startTime: '17:00' })
    // whoever edits last has seen the new time
    await editSeries([first], { startTime: '16:00', endTime: '17:00' }, ann)
    await editSeries([second], { startTime: '17:00' })
    studio.now += UNDO_WITHIN
    expect(await lines()).toEqual(['triin: New time: Rumba, Monday 23 March'])
  })
})

describe('undoing a change made by a teacher', () => {
  it('tells that teacher that a cancelled class takes place after all', async () => {
    const scheduleId = await aClass(ann)
    await undo(await cancel(scheduleId, ann))
    const letter = await one()
    expect(letter).toMatchObject({ to: 'ann', subject: 'Takes place after all: Salsa, Friday 13 March' })
    expect(letter.text).toContain('Salsa takes place after all.\n\nYou teach this class.')
    expect(letter.text).toContain('Time: Friday 13 March, 18:00–19:00')
  })

  it('tells that teacher that a moved class has its old time again', async () => {
    const scheduleId = await aClass(ann)
    await studio.database.transaction((tx) =>
      tx.execute(`update schedule set series_id = 's' where id = '${scheduleId}'`),
    )
    await undo(await editSeries([scheduleId], { startTime: '17:30' }, ann))
    const letter = await one()
    expect(letter).toMatchObject({ to: 'ann', subject: 'New time: Salsa, Friday 13 March' })
    expect(letter.text).toContain('Now: Friday 13 March, 18:00–19:00')
  })

  it('tells nobody if the teacher undoes it', async () => {
    const scheduleId = await aClass(ann)
    await undo(await cancel(scheduleId, ann), ann)
    expect(await lines()).toEqual([])
  })
})

describe('a pending letter that is outdated', () => {
  it('is replaced by the one about the cancellation, which names the time that the reader knows', async () => {
    const scheduleId = await aClass(triin)
    await edit(scheduleId, { startTime: '17:30' })
    await cancel(scheduleId)
    studio.now += UNDO_WITHIN
    await studio.runJobs()
    const letter = await one()
    expect(letter.subject).toBe('Cancelled: Salsa, Friday 13 March')
    expect(letter.text).toContain('at 18:00')
  })

  it('is rewritten without a deleted class', async () => {
    const [first = '', ...others] = await aSeries()
    await editSeries([first, ...others], { startTime: '17:30' })
    studio.now += UNDO_WITHIN
    await studio.runJobs()
    await studio.must(admin, schedule.delete, { scheduleId: first })
    const letter = await one()
    expect(letter.subject).toBe('Cancelled: Rumba, Monday 16 March (and 1 more)')
    expect(letter.text).toContain('2 classes have a new date or time.')
    expect(letter.text).toContain('Rumba on Monday 16 March at 18:00 will not take place.')
    expect(letter.text).not.toContain('16 March, 17:30')
  })
})

describe('a stand-in for a teacher', () => {
  async function asked(scheduleId: string) {
    await studio.must(triin, standIns.ask, { scheduleId })
    const [found] = await studio.ask(admin, standIns.list, {})
    const standInId = found?.id ?? ''
    await studio.must(kaur, standIns.offer, { standInId })
    await letters()
    return () => studio.must(admin, standIns.approve, { standInId, offeredBy: kaur.accountId })
  }

  it('is told once to both teachers when approved', async () => {
    const approve = await asked(await aClass(triin))
    await approve()
    expect((await lines()).filter((line) => !line.startsWith('a'))).toEqual([
      'kaur: Taken over: Salsa, Friday 13 March',
      'triin: Taken over: Salsa, Friday 13 March',
    ])
  })

  it('is told once even if an edit can still be undone', async () => {
    const [first = ''] = await aSeries()
    const approve = await asked(first)
    await editSeries([first], { maxParticipants: 8 })
    await approve()
    studio.now += UNDO_WITHIN
    expect((await lines()).filter((line) => !line.startsWith('a'))).toEqual([
      'kaur: Taken over: Rumba, Monday 16 March',
      'triin: Taken over: Rumba, Monday 16 March',
    ])
  })

  it('is told that the class is theirs if they are set in its form', async () => {
    const scheduleId = await aClass(triin)
    await asked(scheduleId)
    await edit(scheduleId, { teacherIds: [kaur.accountId] })
    expect(await lines()).toEqual([
      'kaur: You teach: Salsa, Friday 13 March',
      'triin: Not yours any more: Salsa, Friday 13 March',
    ])
  })
})

it('the number of people to be told includes teachers, but not the acting one', async () => {
  const scheduleId = await aClass(triin, ann)
  const [first = '', ...others] = await aSeries()
  const ofOne = (person: Person) => studio.ask(person, registrations.toldOfCancellation, { scheduleId })
  expect([await ofOne(admin), await ofOne(ann)]).toMatchObject([
    { people: 2, teachers: 2 },
    { people: 1, teachers: 1 },
  ])
  const series = { scheduleId: first, scope: 'all' as const, leaveOut: others }
  expect(await studio.ask(admin, registrations.toldOfSeries, series)).toEqual({ people: 1, teachers: 1 })
  // a teacher who also takes part counts once
  await studio.must(triin, registrations.registerWithDropIn, dropIn(scheduleId))
  expect(await ofOne(admin)).toMatchObject({ people: 2, teachers: 1 })
  studio.now += 10 * DAY + HOUR
  expect(await ofOne(admin)).toMatchObject({ people: 0, teachers: 0 })
})
