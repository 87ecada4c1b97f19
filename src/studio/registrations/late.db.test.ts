import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { anEntry, anEntryForm, aPurchase, cancelClass, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { camt, movement, statementOf } from '#server/testing/statements.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { bank } from '#studio/bank/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { schedule, type EntryForm } from '#studio/schedule/contract.ts'
import { registrations } from './contract.ts'

let studio: TestStudio
let admin: Person
let anna: Person
let mari: Person
let scheduleId: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  anna = await studio.person('user', { displayName: 'Anna' })
  mari = await studio.person('user', { displayName: 'Mari' })
  // the class is tomorrow at 18:00 in Tallinn, 30 hours from now
  scheduleId = (await anEntry(studio, admin, { maxParticipants: 2 })).scheduleId
  await saveSettings(studio, admin, 'registration', { lateHours: 24 })
}, WITH_FEATURES)

const byDropIn = (person: Person) => studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
const cancel = (person: Person, acceptsLate?: boolean) =>
  codeOf(studio.call(person, registrations.cancel, { scheduleId, acceptsLate }))
const withPass = async (person: Person) => {
  const purchaseId = await aPurchase(studio, admin, person)
  await studio.must(person, registrations.registerWithMembership, { scheduleId, purchaseId })
  return purchaseId
}
const used = async (purchaseId: string) =>
  (await studio.sql<{ used: number }>`select classes_used as used from purchases where id = ${purchaseId}`)[0]?.used
const dropInOf = async (person: Person) =>
  (
    await studio.sql<{ id: string; status: string }>`
      select id, status from payments where user_id = ${person.userId} and item = 'drop-in ticket' order by id`
  ).at(0)
/** Imports and settles a bank statement with a transfer that has the payer's reference number. */
async function transfer(person: Person, cents: number): Promise<void> {
  const { reference } = await studio.ask(person, payments.myReference, {})
  const line = movement({ archive: 'R1', order: 'R1', text: '', cents, reference: reference ?? '' })
  const file = camt(statementOf([line], { account: 'EE471000001020145685' }))
  await studio.must(admin, bank.read, { file: Buffer.from(file).toString('base64') })
  const ready = await studio.ask(admin, bank.ready, {})
  await studio.must(admin, bank.settle, { lines: ready.map(({ lineId, seen }) => ({ lineId, seen })) })
}
const late = () => studio.ask(admin, registrations.lateOf, { scheduleId })
const toLate = () => (studio.now += 10 * HOUR)

it('cancelling returns the class in time, keeps it used when late, and refuses late without the user’s consent', async () => {
  const pass = await withPass(anna)
  toLate()
  expect(await cancel(anna)).toBe('lateByNow')
  expect(await studio.ask(anna, registrations.mine, {})).toHaveLength(1)
  expect(await cancel(anna, true)).toBe('done')
  expect(await used(pass)).toBe(1)
  expect(await studio.ask(anna, registrations.mine, {})).toEqual([])
  expect(await late()).toMatchObject([{ displayName: 'Anna', membershipName: 'Four classes', forgivenAt: null }])
  await expectInvariants(studio)
})

it('if the deadline passes while the dialog is open, the user pays only what was said, or is asked again', async () => {
  const pass = await withPass(anna)
  const [place] = await studio.ask(anna, registrations.mine, {})
  const cutOff = (place?.startsAt ?? 0) - DAY
  // shown as free: it is free up to the last millisecond, and one later the command is refused
  studio.now = cutOff + 1
  expect(await cancel(anna)).toBe('lateByNow')
  expect(await used(pass)).toBe(1)
  studio.now = cutOff
  expect(await cancel(anna)).toBe('done')
  expect(await used(pass)).toBe(0)
  await studio.must(anna, registrations.registerWithMembership, { scheduleId, purchaseId: pass })
  // shown as late, but not late any more: it costs nothing
  studio.now = cutOff + 1
  await saveSettings(studio, admin, 'registration', { lateHours: 0 })
  expect(await cancel(anna, true)).toBe('done')
  expect(await used(pass)).toBe(0)
  expect(await late()).toEqual([])
  await expectInvariants(studio)
})

it('if the deadline passes between several cancellations, each is free as said, or is asked again', async () => {
  const passes = [await withPass(anna), await withPass(mari)]
  const [place] = await studio.ask(anna, registrations.mine, {})
  studio.now = (place?.startsAt ?? 0) - DAY
  const inTime = cancel(anna)
  studio.now += 1
  const outcomes = await Promise.all([inTime, cancel(mari)])
  const costs = await Promise.all(passes.map(used))
  expect(outcomes.every((outcome) => outcome === 'done' || outcome === 'lateByNow')).toBe(true)
  expect(outcomes[1]).toBe('lateByNow')
  expect(costs).toEqual(outcomes.map((outcome) => (outcome === 'done' ? 0 : 1)))
  expect(await late()).toEqual([])
  await expectInvariants(studio)
})

it('a drop-in payment stays due after a late cancellation', async () => {
  await byDropIn(anna)
  toLate()
  await cancel(anna, true)
  expect((await dropInOf(anna))?.status).toBe('due')
  await expectInvariants(studio)
})

it('the letter to a person who books after the deadline says what cancelling would cost', async () => {
  await byDropIn(anna)
  await studio.runJobs()
  toLate()
  await byDropIn(mari)
  await studio.runJobs()
  // letters wait until the morning
  studio.now += 11 * HOUR
  await studio.writeLetters()
  const letters = await studio.sql<{ text: string }>`select text from outbox where subject like 'Booked: %'`
  const cost = (name: string) =>
    letters
      .find(({ text }) => text.startsWith(`Hello ${name}!`))
      ?.text.includes('if you cancel it, you pay for the place all the same')
  expect([cost('Anna'), cost('Mari')]).toEqual([false, true])
})

describe('late cancellations within a day after the studio changed the class', () => {
  const change = (changed: Partial<EntryForm>) => {
    const before = { ...anEntryForm, maxParticipants: 2, roomId: null, teacherIds: [] }
    return studio.must(admin, schedule.update, { scheduleId, ...before, ...changed, before })
  }
  it.each([
    ['when the class is', async () => ({ startTime: '17:30' })],
    ['its room', async () => ({ roomId: (await studio.must(admin, rooms.add, { name: 'Big room' })).id })],
    ['its teacher', async () => ({ teacherIds: [(await studio.person('teacher')).accountId] })],
  ])('are free if the studio changed %s', async (_what, changed) => {
    const pass = await withPass(anna)
    toLate()
    await change(await changed())
    studio.now += HOUR
    expect(await cancel(anna)).toBe('done')
    expect(await used(pass)).toBe(0)
  })

  it('are not free after other changes', async () => {
    await withPass(anna)
    toLate()
    await change({ classDescription: 'Bring water.', maxParticipants: 3 })
    expect(await cancel(anna)).toBe('lateByNow')
  })
})

describe('when another person takes a place that was cancelled late', () => {
  it('the earliest late cancellation is forgiven: the class is returned, or the debt cancelled', async () => {
    const pass = await withPass(anna)
    await byDropIn(mari)
    toLate()
    await cancel(anna, true)
    studio.now += MINUTE
    await cancel(mari, true)
    await byDropIn(await studio.person())
    expect([await used(pass), (await dropInOf(mari))?.status]).toEqual([0, 'due'])
    await byDropIn(await studio.person())
    expect([await used(pass), (await dropInOf(mari))?.status]).toEqual([0, 'cancelled'])
    await expectInvariants(studio)
  })

  it.each([
    ['at the desk', { desk: 1500, line: 0 }],
    ['by a line of the bank', { desk: 0, line: 1500 }],
    ['in part at the desk, in part by a line', { desk: 600, line: 900 }],
  ])('a payment made %s becomes credit, once', async (_, paid) => {
    await byDropIn(anna)
    const paymentId = (await dropInOf(anna))?.id ?? ''
    if (paid.desk > 0)
      await studio.must(admin, payments.confirm, { paymentId, actualAmount: paid.desk, rest: 'staysDue' })
    if (paid.line > 0) await transfer(anna, paid.line)
    expect((await dropInOf(anna))?.status).toBe('confirmed')
    toLate()
    await cancel(anna, true)
    await byDropIn(mari)
    expect((await dropInOf(anna))?.status).toBe('cancelled')
    expect(await studio.ask(anna, payments.myCredit, {})).toEqual({ credit: 1500 })
    const warnings = await studio.sql`select message from logs where level = 'warning' and channel = 'payments'`
    expect(warnings).toEqual([])
    await expectInvariants(studio)
  })

  it('a person who comes back gets their own place again', async () => {
    const pass = await withPass(anna)
    await byDropIn(mari)
    toLate()
    await cancel(mari, true)
    await cancel(anna, true)
    await studio.must(anna, registrations.registerWithMembership, { scheduleId, purchaseId: pass })
    expect([await used(pass), (await dropInOf(mari))?.status]).toEqual([1, 'due'])
    await expectInvariants(studio)
  })

  it('nobody is forgiven if the studio switched that off', async () => {
    await saveSettings(studio, admin, 'registration', { forgiveLate: false })
    const pass = await withPass(anna)
    toLate()
    await cancel(anna, true)
    await byDropIn(mari)
    expect(await used(pass)).toBe(1)
    await expectInvariants(studio)
  })
})

it('staff can forgive with a reason, once', async () => {
  const teacher = await studio.person('teacher')
  const pass = await withPass(anna)
  toLate()
  await cancel(anna, true)
  const [{ id: lateId } = { id: '' }] = await late()
  const forgive = (reason: string) => codeOf(studio.call(teacher, registrations.forgiveLate, { lateId, reason }))
  expect(await forgive(' ')).toEqual({ reason: 'reasonMissing' })
  expect(await forgive('ill')).toBe('done')
  expect(await forgive('ill')).toBe('forgivenAlready')
  expect(await late()).toMatchObject([{ reason: 'ill', forgivenAt: studio.now }])
  expect(await used(pass)).toBe(0)
  await expectInvariants(studio)
})

it.each(['cancelled', 'deleted'] as const)('all late cancellations are forgiven if the class is %s', async (how) => {
  const pass = await withPass(anna)
  toLate()
  await cancel(anna, true)
  if (how === 'cancelled') await cancelClass(studio, admin, scheduleId)
  else await studio.must(admin, schedule.delete, { scheduleId })
  expect(await used(pass)).toBe(0)
  await expectInvariants(studio)
})

it('if staff forgive while others take the place at the same moment, each cancellation is forgiven once', async () => {
  const pass = await withPass(anna)
  await byDropIn(mari)
  toLate()
  await cancel(anna, true)
  await cancel(mari, true)
  const [{ id: lateId } = { id: '' }] = await late()
  const others = await Promise.all([studio.person(), studio.person(), studio.person()])
  await Promise.all([
    studio.call(admin, registrations.forgiveLate, { lateId, reason: 'ill' }),
    ...others.map((one) => studio.call(one, registrations.registerWithDropIn, dropIn(scheduleId))),
  ])
  expect(await used(pass)).toBe(0)
  expect((await late()).map(({ forgivenAt }) => forgivenAt)).not.toContain(null)
  expect((await dropInOf(mari))?.status).toBe('cancelled')
  expect(studio.reported).toEqual([])
  await expectInvariants(studio)
})

it('a person with an overdue payment can’t register, if the studio wants that, but staff can register them', async () => {
  const pass = await aPurchase(studio, admin, anna)
  studio.now += 6 * DAY
  const next = (await anEntry(studio, admin)).scheduleId
  const register = () =>
    codeOf(studio.call(anna, registrations.registerWithMembership, { scheduleId: next, purchaseId: pass }))
  await saveSettings(studio, admin, 'registration', { overdueStops: true })
  expect(await register()).toBe('overduePayments')
  expect(await codeOf(studio.call(anna, registrations.registerWithDropIn, dropIn(next)))).toBe('overduePayments')
  await studio.must(admin, registrations.registerOtherWithMembership, {
    scheduleId: next,
    userId: anna.userId,
    purchaseId: pass,
  })
  await studio.must(anna, registrations.cancel, { scheduleId: next, acceptsLate: true })
  await saveSettings(studio, admin, 'registration', { overdueStops: false })
  expect(await register()).toBe('done')
})
