import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { TestStudio, Person } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { statistics } from './contract.ts'

let studio: TestStudio
let admin: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
})

const write = (statement: ReturnType<typeof sql>) => studio.database.transaction((tx) => tx.execute(statement))

/** A class of one hour in the studio's time zone, two hours ahead of UTC in winter and three in summer. */
const aClass = (
  id: string,
  name: string,
  at: string,
  more: { places?: number; registered?: number; off?: boolean } = {},
) =>
  write(sql`insert into schedule (id, class_name, categories, starts_at, ends_at, max_participants, registered_count,
      cancelled_at, created_at, updated_at)
    values (${id}, ${name}, '{}', ${at}::timestamp at time zone 'Europe/Tallinn',
      ${at}::timestamp at time zone 'Europe/Tallinn' + interval '1 hour', ${more.places ?? 10}, ${more.registered ?? 0},
      ${more.off ? '2025-01-01' : null}, now(), now())`)
async function aPlace(entry: string, person: Person) {
  const payment = `${entry} ${person.userId}`
  await aPayment(payment, person, 'drop-in ticket', [])
  await write(sql`insert into registrations (id, user_id, schedule_id, drop_in_payment_id, created_at, updated_at)
    values (${payment}, ${person.userId}, ${entry}, ${payment}, now(), now())`)
}
const aMark = (entry: string, person: Person, value: 'attended' | 'no-show') =>
  write(sql`insert into attendance values (${entry}, ${person.userId}, ${value}, ${admin.accountId}, now())`)

/** A payment with its receipts on these days. */
async function aPayment(
  id: string,
  person: Person,
  item: string,
  receipts: readonly [day: string, way: string, cents: number, undone?: true][],
) {
  await write(sql`insert into payers (id, account_id, created_at) values (${person.accountId}, ${person.accountId}, now())
    on conflict do nothing`)
  await write(sql`insert into payments (id, user_id, payer_id, item, item_id, description, price, status, payment_method,
      cover_member, deadline, created_at, updated_at)
    values (${id}, ${person.userId}, ${person.accountId}, ${item}, 'x', 'x', 2000, 'cancelled', 'cash', false, now(), now(), now())`)
  for (const [day, way, cents, undone] of receipts) {
    await write(sql`insert into receipts (payment_id, item, cents, day, way, source, at, undone_at)
      values (${id}, ${item}, ${cents}, ${day}, ${way}, 'desk', now(), ${undone ? '2026-01-01' : null})`)
  }
}

// today is 10 March 2026 in the studio's time zone
const span = { from: '2025-04-01', until: '2026-03-11' }

describe('how full classes are', () => {
  it('counts registrations and included people who came to past classes, in the studio’s time zone', async () => {
    const [mari, kati] = [await studio.person(), await studio.person()]
    // a Monday in winter and one in summer, both at 18:00 local time
    await aClass('a', 'Jazz', '2026-02-02 18:00', { registered: 1 })
    await aClass('b', 'Jazz', '2025-07-07 18:30', { places: 5 })
    await aClass('c', 'Ballet', '2026-02-03 00:15')
    await aClass('off', 'Ballet', '2026-02-04 18:00', { off: true })
    await aClass('to come', 'Ballet', '2026-03-10 20:00')
    await aClass('before', 'Ballet', '2025-03-31 23:59')
    await aPlace('a', mari)
    await aMark('a', mari, 'attended')
    await aMark('b', kati, 'attended')
    await aMark('b', mari, 'no-show')
    const { byClass, byHour } = await studio.ask(admin, statistics.fill, span)
    expect(byClass).toEqual([
      { name: 'Ballet', classes: 1, places: 10, taken: 0 },
      { name: 'Jazz', classes: 2, places: 15, taken: 2 },
    ])
    expect(byHour).toEqual([
      { weekday: 1, hour: 18, classes: 2, places: 15, taken: 2 },
      { weekday: 2, hour: 0, classes: 1, places: 10, taken: 0 },
    ])
  })
})

describe('money received', () => {
  it('counts each receipt once, in the month of its day, by payment method and kind', async () => {
    const mari = await studio.person()
    await aPayment('p', mari, 'course', [
      ['2026-01-31', 'cash', 1500],
      ['2026-02-01', 'cash', 500],
      ['2026-02-02', 'bankTransfer', 700, true],
    ])
    await aPayment('q', mari, 'membership', [
      ['2026-02-28', 'bankTransfer', 4000],
      ['2026-02-28', 'bankTransfer', -1000],
      ['2025-03-31', 'cash', 9999],
    ])
    expect(await studio.ask(admin, statistics.money, span)).toEqual([
      { month: '2026-01', way: 'cash', kind: 'course', cents: 1500 },
      { month: '2026-02', way: 'bankTransfer', kind: 'membership', cents: 3000 },
      { month: '2026-02', way: 'cash', kind: 'course', cents: 500 },
    ])
  })
})

describe('people who come', () => {
  it('counts a visitor once a month, as new only in the first month, and as staying in each later month', async () => {
    const [mari, kati, liis] = [await studio.person(), await studio.person(), await studio.person()]
    await aClass('old', 'Jazz', '2025-02-03 18:00')
    await aClass('dec1', 'Jazz', '2025-12-01 18:00')
    await aClass('dec2', 'Jazz', '2025-12-08 18:00')
    await aClass('jan', 'Jazz', '2026-01-05 18:00')
    await aClass('feb', 'Jazz', '2026-02-02 18:00')
    await aMark('old', liis, 'attended')
    await aMark('dec1', liis, 'attended')
    await aMark('dec1', mari, 'attended')
    // a place without a mark is a visit, a no-show is not
    await aPlace('dec2', mari)
    await aPlace('jan', kati)
    await aMark('jan', kati, 'no-show')
    await aMark('feb', mari, 'attended')
    await aMark('feb', kati, 'attended')
    const { byMonth, cohorts } = await studio.ask(admin, statistics.people, { from: '2025-12-01', until: '2026-03-11' })
    expect(byMonth).toEqual([
      { month: '2025-12', active: 2, fresh: 1 },
      { month: '2026-01', active: 0, fresh: 0 },
      { month: '2026-02', active: 2, fresh: 1 },
      { month: '2026-03', active: 0, fresh: 0 },
    ])
    expect(cohorts).toEqual([
      { month: '2025-12', size: 1, stayed: [0, 1, 0] },
      { month: '2026-01', size: 0, stayed: [0, 0] },
      { month: '2026-02', size: 1, stayed: [0] },
      { month: '2026-03', size: 0, stayed: [] },
    ])
  })
})

describe('places not used', () => {
  it('counts no-shows, late cancellations and waiting people by the month of the class', async () => {
    const mari = await studio.person()
    await aClass('a', 'Jazz', '2026-02-02 18:00')
    await aClass('b', 'Jazz', '2026-03-20 18:00')
    await aPlace('a', mari)
    await aMark('a', mari, 'no-show')
    // who comes by category has no place that could stay empty
    await aMark('a', await studio.person(), 'no-show')
    await aMark('a', await studio.person(), 'attended')
    await write(sql`insert into "lateCancellations" (id, schedule_id, user_id, drop_in_payment_id, at)
      values ('l', 'b', ${mari.userId}, ${`a ${mari.userId}`}, now())`)
    await write(sql`insert into waiting (id, schedule_id, user_id, state, joined_at, ended_at)
      values ('w1', 'a', ${mari.userId}, 'taken', now(), now()), ('w2', 'a', ${mari.userId}, 'left', now(), now())`)
    const rows = await studio.ask(admin, statistics.missed, { from: '2026-02-01', until: '2026-04-01' })
    expect(rows).toEqual([
      { month: '2026-02', expected: 1, noShows: 1, late: 0, waited: 2, placed: 1 },
      { month: '2026-03', expected: 0, noShows: 0, late: 1, waited: 0, placed: 0 },
    ])
  })
})

it('starts with the month of the first class that was not cancelled, or of the first receipt', async () => {
  const since = () => studio.ask(admin, statistics.since, {})
  expect(await since()).toBe(null)
  await aClass('off', 'Jazz', '2025-01-06 18:00', { off: true })
  await aClass('first', 'Jazz', '2025-09-01 01:00')
  expect(await since()).toBe('2025-09')
  await aPayment('p', await studio.person(), 'membership', [
    ['2025-07-31', 'cash', 1500, true],
    ['2025-08-31', 'cash', 1500],
  ])
  expect(await since()).toBe('2025-08')
})
