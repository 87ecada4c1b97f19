import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, DAY } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { dropIn } from '#server/testing/fixtures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { classes } from '#studio/classes/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { planEntries } from '#studio/schedule/rules/weekly.ts'
import { plansOf, slotsOf } from '#studio/schedule/rules/slots.ts'

let studio: TestStudio
let admin: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
})

const aClass = async (name: string) => {
  const form = { name, description: '', defaultMaxParticipants: 12, categories: ['Girl Group'] }
  return (await studio.must(admin, classes.create, form)).id
}
const LAST = { startDate: '2026-03-23', endDate: '2026-04-19' }
const NEXT = { startDate: '2026-09-07', endDate: '2026-09-20' }

/** Two classes over four weeks: one on two weekdays with prices, another on one. */
async function aTerm() {
  const [girls, boys] = [await aClass('Girls beginners'), await aClass('Boys beginners')]
  const priced = { standardPrice: 1200, memberPrice: 900 }
  const early = { classId: girls, weekdays: [1, 3], startTime: '16:00', endTime: '17:00', ...priced }
  const late = { classId: boys, weekdays: [2], startTime: '18:00', endTime: '19:30' }
  await studio.must(admin, schedule.add, { ...early, ...LAST })
  await studio.must(admin, schedule.add, { standardPrice: null, memberPrice: null, ...late, ...LAST })
  return { girls, boys }
}
const weekly = (span: typeof LAST | null = null) => studio.ask(admin, schedule.weekly, { span })
const next = async () => plansOf((await weekly()).slots, NEXT)
const planned = () => studio.ask(admin, schedule.between, NEXT)

describe('the weekly timetable', () => {
  it('lists each class at each of its times, for the last planned weeks', async () => {
    const { girls, boys } = await aTerm()
    const found = await weekly()
    // the last class is on Wednesday, 15 April
    expect([found.startDate, found.endDate]).toEqual(['2026-03-19', '2026-04-15'])
    const times = found.slots.map((slot) => [slot.weekday, slot.startTime, slot.endTime, slot.classId, slot.times])
    expect(times).toEqual([
      [1, '16:00', '17:00', girls, 4],
      [2, '18:00', '19:30', boys, 4],
      [3, '16:00', '17:00', girls, 4],
    ])
    expect(found.slots[0]).toMatchObject({ className: 'Girls beginners', standardPrice: 1200, memberPrice: 900 })
  })

  it('omits cancelled classes, and can be requested for certain days', async () => {
    await aTerm()
    await studio.database.transaction((tx) =>
      tx.execute(`update schedule set cancelled_at = now() where class_name = 'Boys beginners'`),
    )
    const { slots } = await weekly({ startDate: '2026-03-23', endDate: '2026-03-24' })
    expect(slots.map(({ weekday, times }) => [weekday, times])).toEqual([[1, 1]])
  })

  it('is empty in a studio without planned classes', async () => {
    expect((await weekly()).slots).toEqual([])
  })
})

describe('repeating a term', () => {
  it('plans the same local times, with one series for a class on several weekdays', async () => {
    await aTerm()
    const { created, seriesIds } = await studio.must(admin, schedule.addAll, { plans: await next() })
    expect([created, seriesIds.length]).toEqual([6, 2])
    const names = (await planned()).map(({ className }) => className)
    expect(names.filter((name) => name === 'Girls beginners')).toHaveLength(4)
    const [row] = await studio.sql<{ at: string; price: number }>`
      select to_char(starts_at at time zone 'Europe/Tallinn', 'ID HH24:MI') as at, standard_price as price
      from schedule where series_id in (select jsonb_array_elements_text(${JSON.stringify(seriesIds)}::jsonb)) order by starts_at limit 1`
    expect(row).toEqual({ at: '1 16:00', price: 1200 })
  })

  it('plans everything or nothing', async () => {
    await aTerm()
    const [first, second] = await next()
    const wrong = { ...second!, classId: 'gone' }
    expect(await codeOf(studio.call(admin, schedule.addAll, { plans: [first!, wrong] }))).toBe('classNotFound')
    expect(await planned()).toEqual([])
  })

  it('names the invalid plan by its index in the request', async () => {
    await aTerm()
    const [first, second] = await next()
    const never = { ...second!, roomId: null, weekdays: [4], endDate: NEXT.startDate }
    const { body } = await studio.call(admin, schedule.addAll, { plans: [{ ...first!, roomId: 'b' }, never] })
    // rooms are locked in the order of their ids, but the index is that of the request
    expect(body).toMatchObject({ ok: false, params: { plan: 1 }, fields: { weekdays: 'noMatchingDate' } })
  })

  it('can be undone within two minutes, except for classes with registrations', async () => {
    await aTerm()
    const { seriesIds } = await studio.must(admin, schedule.addAll, { plans: await next() })
    const [entry] = await studio.sql<{ id: string }>`
      select id from schedule where series_id in (select jsonb_array_elements_text(${JSON.stringify(seriesIds)}::jsonb)) order by starts_at limit 1`
    await studio.must(await studio.person(), registrations.registerWithDropIn, dropIn(entry?.id ?? ''))
    studio.now += UNDO_WITHIN - 1
    expect(await studio.must(admin, schedule.undoPlans, { seriesIds })).toEqual({ removed: 5, stayed: 1 })
    expect(await planned()).toHaveLength(1)
    // the former term is unchanged
    expect((await studio.ask(admin, schedule.between, LAST)).length).toBe(12)
  })

  it('the undo sends no letters to included people', async () => {
    const email = 'included@example.ee'
    await studio.person('user', { membershipCategory: 'Member-girl', email })
    await aTerm()
    const { seriesIds } = await studio.must(admin, schedule.addAll, { plans: await next() })
    studio.now += UNDO_WITHIN - 1
    await studio.must(admin, schedule.undoPlans, { seriesIds })
    studio.now += DAY
    await studio.runJobs()
    await studio.writeLetters()
    expect(await studio.sql`select subject from outbox where to_address = ${email}`).toEqual([])
  })

  it('is offered to be undone for two minutes, to every admin, as long as a class of it has nobody', async () => {
    const another = await studio.person('admin')
    await aTerm()
    studio.now += UNDO_WITHIN
    const offered = () => studio.ask(another, schedule.undoablePlans, {})
    expect(await offered()).toEqual([])
    const at = studio.now
    const { seriesIds } = await studio.must(admin, schedule.addAll, { plans: await next() })
    const classNames = ['Boys beginners', 'Girls beginners']
    expect(await offered()).toEqual([{ at, seriesIds: seriesIds.toSorted(), planned: 6, classNames }])
    expect(await studio.changes(another, schedule.undoablePlans, {})).toEqual([at + UNDO_WITHIN])

    studio.now += UNDO_WITHIN / 2
    const single = { weekdays: [5], startTime: '20:00', endTime: '21:00', standardPrice: 1200, memberPrice: null }
    const { seriesId } = await studio.must(admin, schedule.add, { ...NEXT, ...single, classId: await aClass('Late') })
    const late = { at: studio.now, seriesIds: [seriesId], planned: 2, classNames: ['Late'] }
    expect((await offered()).map((one) => one.planned)).toEqual([2, 6])
    await studio.must(another, schedule.undoPlans, { seriesIds })
    expect(await offered()).toEqual([late])

    const entries = await studio.sql<{ id: string }>`select id from schedule where series_id = ${seriesId}`
    const [first, second] = entries.map(({ id }) => id)
    await studio.must(await studio.person(), registrations.registerWithDropIn, dropIn(first ?? ''))
    expect(await offered()).toEqual([late])
    await studio.must(await studio.person(), registrations.registerWithDropIn, dropIn(second ?? ''))
    expect(await offered()).toEqual([])
  })

  it('is no longer offered to be undone after two minutes', async () => {
    await aTerm()
    await studio.must(admin, schedule.addAll, { plans: await next() })
    studio.now += UNDO_WITHIN
    expect(await studio.ask(admin, schedule.undoablePlans, {})).toEqual([])
    expect(await studio.changes(admin, schedule.undoablePlans, {})).toEqual([])
  })

  it('cannot be undone after two minutes', async () => {
    await aTerm()
    const { seriesIds } = await studio.must(admin, schedule.addAll, { plans: await next() })
    studio.now += UNDO_WITHIN
    expect(await codeOf(studio.call(admin, schedule.undoPlans, { seriesIds }))).toBe('tooLateToUndo')
    expect(await planned()).toHaveLength(6)
  })
})

it('planning the slots of any week for the same week gives the same week', () => {
  const zone = 'Europe/Tallinn'
  const week = { startDate: '2026-09-07', endDate: '2026-09-13' }
  const time = (hours: number) => `${String(hours).padStart(2, '0')}:00`
  const entry = fc
    .record({
      day: fc.nat({ max: 6 }),
      from: fc.integer({ min: 6, max: 21 }),
      classId: fc.constantFrom('a', 'b'),
      teacher: fc.constantFrom('t', 'u'),
      price: fc.constantFrom(null, 1000),
    })
    .map(({ day, from, classId, teacher, price }) => {
      const date = addDays(week.startDate, day)
      const plan = {
        weekdays: [day + 1],
        startDate: date,
        endDate: date,
        startTime: time(from),
        endTime: time(from + 1),
      }
      const [planned] = planEntries(plan, zone)
      const { startsAt = 0, endsAt = 0 } = planned ?? {}
      const rest = { roomId: null, teacherIds: [teacher], standardPrice: price, memberPrice: null }
      return { classId, className: classId, startsAt, endsAt, ...rest }
    })
  const oneAtATime = fc.uniqueArray(entry, { maxLength: 12, selector: ({ startsAt, classId }) => startsAt + classId })
  const asText = (some: readonly object[]) => some.map((one) => JSON.stringify(one)).toSorted()
  fc.assert(
    fc.property(oneAtATime, (entries) => {
      const again = plansOf(slotsOf(entries, zone), week).flatMap((plan) =>
        planEntries(plan, zone).map(({ startsAt, endsAt }) => {
          const { classId, roomId, teacherIds, standardPrice, memberPrice } = plan
          return { classId, className: classId, startsAt, endsAt, roomId, teacherIds, standardPrice, memberPrice }
        }),
      )
      expect(asText(again)).toEqual(asText(entries))
    }),
  )
})
