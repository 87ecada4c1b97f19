import { describe, expect, it } from 'vitest'
import { anEntry, anEntryForm } from '#server/testing/fixtures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { classes } from '#studio/classes/contract.ts'
import { schedule } from './contract.ts'

let studio: TestStudio
let admin: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
})

const aClass = () =>
  studio.must(admin, classes.create, {
    name: 'Girls beginners',
    description: 'Bring water',
    defaultMaxParticipants: 12,
    categories: ['Girl Group'],
  })
const plan = { startTime: '18:00', endTime: '19:30', standardPrice: 1200, memberPrice: 900, weekdays: [1, 3] }

describe('adding to the schedule', () => {
  it('makes one entry per matching weekday, with copies of the class and one series id', async () => {
    const { id: classId } = await aClass()
    const dates = { startDate: '2026-03-23', endDate: '2026-04-05' }
    const { created, seriesId } = await studio.must(admin, schedule.add, { ...plan, ...dates, classId })
    expect(created).toBe(4)
    const rows = await studio.sql<{ at: string }>`
      select to_char(starts_at at time zone 'Europe/Tallinn', 'ID MM-DD HH24:MI') as at, class_name as name,
        class_description as description, max_participants as max, standard_price as price
      from schedule where series_id = ${seriesId} order by starts_at`
    const copies = { name: 'Girls beginners', description: 'Bring water', max: 12, price: 1200 }
    // summer time begins on 29 March
    const times = ['1 03-23 18:00', '3 03-25 18:00', '1 03-30 18:00', '3 04-01 18:00']
    expect(rows).toEqual(times.map((at) => ({ at, ...copies })))
  })

  it('makes no entry if anything is wrong', async () => {
    const { id: classId } = await aClass()
    const week = { startDate: '2026-03-24', endDate: '2026-03-24' }
    const add = (form: object) => codeOf(studio.call(admin, schedule.add, { ...plan, ...week, classId, ...form }))
    expect(await add({})).toEqual({ weekdays: 'noMatchingDate' })
    expect(await add({ classId: 'gone', weekdays: [2] })).toBe('classNotFound')
    expect(await add({ weekdays: [2], endTime: '18:00' })).toEqual({ endTime: 'endTimeBeforeStart' })
    expect(await add({ weekdays: [2], leaveOut: ['2026-03-24'] })).toEqual({ weekdays: 'noMatchingDate' })
    expect(await add({ weekdays: [2], standardPrice: null })).toEqual({ standardPrice: 'standardPriceMissing' })
    expect(await studio.sql`select id from schedule`).toEqual([])
  })
})

describe('a plan with a day left out', () => {
  it('makes the entries of the other days', async () => {
    const { id: classId } = await aClass()
    const dates = { startDate: '2026-03-23', endDate: '2026-04-05', weekdays: [1] }
    const form = { ...plan, ...dates, classId, leaveOut: ['2026-03-23'] }
    expect(await studio.must(admin, schedule.add, form)).toMatchObject({ created: 1 })
    const [entry] = await studio.ask(admin, schedule.between, { startDate: '2026-03-20', endDate: '2026-04-05' })
    expect(entry).toMatchObject({ classId, startsAt: Date.parse('2026-03-30T15:00:00Z') })
  })
})

describe('entries between two days', () => {
  it('are all that start on them and are not cancelled', async () => {
    const { id: classId } = await aClass()
    const dates = { startDate: '2026-03-23', endDate: '2026-04-05' }
    await studio.must(admin, schedule.add, { ...plan, ...dates, classId })
    await anEntry(studio, admin, { inDays: 14 })
    const times = async (startDate: string, endDate: string) => {
      const found = await studio.ask(admin, schedule.between, { startDate, endDate })
      return found.map(({ startsAt }) => new Date(startsAt).toISOString().slice(5, 16))
    }
    expect(await times('2026-03-25', '2026-03-30')).toEqual(['03-25T16:00', '03-30T15:00'])
    await studio.database.transaction((tx) =>
      tx.execute(`update schedule set cancelled_at = now() where starts_at < '2026-03-26'`),
    )
    expect(await times('2026-03-25', '2026-03-30')).toEqual(['03-30T15:00'])
  })
})

const form = {
  className: 'Girls advanced',
  classDescription: '',
  maxParticipants: 8,
  categories: ['Boy Group'],
  startDate: '2026-03-30',
  startTime: '17:30',
  endDate: '2026-03-30',
  endTime: '19:00',
  standardPrice: null,
  memberPrice: null,
}

describe('editing an entry', () => {
  it('changes its times in the studio’s time zone, also across a clock change', async () => {
    const { scheduleId } = await anEntry(studio, admin, { standardPrice: 1000 })
    await studio.must(admin, schedule.update, { scheduleId, ...form, before: { ...anEntryForm, standardPrice: 1000 } })
    expect(await studio.ask(admin, schedule.entry, { scheduleId })).toMatchObject({
      className: 'Girls advanced',
      maxParticipants: 8,
      categories: ['Boy Group'],
      startsAt: Date.parse('2026-03-30T14:30:00Z'),
      endsAt: Date.parse('2026-03-30T16:00:00Z'),
      standardPrice: null,
    })
  })

  it('names every field that is wrong', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const update = (wrong: object) =>
      codeOf(studio.call(admin, schedule.update, { scheduleId, ...form, ...wrong, before: anEntryForm }))
    const both = 'dateTimeMissing'
    expect(await update({ className: ' ' })).toEqual({ className: 'classNameMissing' })
    expect(await update({ className: 'A' })).toEqual({ className: 'classNameTooShort' })
    expect(await update({ maxParticipants: 0 })).toEqual({ maxParticipants: 'maxParticipantsTooSmall' })
    expect(await update({ maxParticipants: null })).toEqual({ maxParticipants: 'maxParticipantsTooSmall' })
    expect(await update({ startDate: '', endTime: '' })).toEqual({ startDate: both, endTime: both })
    expect(await update({ endTime: '17:30' })).toEqual({ endTime: 'endTimeBeforeStart' })
    expect(await update({ categories: [] })).toEqual({ categories: 'categoryMissing' })
    expect(await update({ categories: ['Waltz'] })).toEqual({ categories: 'categoryUnknown' })
    expect(await update({ categories: ['Girl Group', 'Girl Group'] })).toEqual({ categories: 'categoryUnknown' })
    expect(await update({ memberPrice: 500 })).toEqual({ standardPrice: 'standardPriceMissing' })
  })
})

describe('deleting an entry', () => {
  it('removes it from the schedule, once', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(admin, schedule.delete, { scheduleId })
    expect(await studio.ask(admin, schedule.entry, { scheduleId })).toBeNull()
    expect(await codeOf(studio.call(admin, schedule.delete, { scheduleId }))).toBe('scheduleNotFound')
  })
})
