import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { anEntry, aPurchase } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { closures } from '#studio/closures/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { passes } from '#studio/passes/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person
/** Bought at noon of 10 March 2026, valid for 30 days and four classes. */
let purchaseId: string
/** Classes tomorrow, in three days and in a week, at 18:00. */
let tomorrow: string
let friday: string
let nextWeek: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin', { displayName: 'Anu' })
  member = await studio.person('user', { displayName: 'Mari', email: 'mari@example.ee' })
  purchaseId = await aPurchase(studio, admin, member)
  tomorrow = (await anEntry(studio, admin, { inDays: 1, maxParticipants: 1 })).scheduleId
  friday = (await anEntry(studio, admin, { inDays: 3 })).scheduleId
  nextWeek = (await anEntry(studio, admin, { inDays: 7 })).scheduleId
}, WITH_FEATURES)

const days = { firstDay: '2026-03-11', lastDay: '2026-03-15', reason: 'A twisted ankle' }
const use = (scheduleId: string) =>
  studio.call(member, registrations.registerWithMembership, { scheduleId, purchaseId })
const freeze = (more: Partial<typeof days & { scheduleIds: string[] }> = {}) =>
  studio.call(admin, passes.freeze, { purchaseId, ...days, scheduleIds: [], ...more })
const endAsAdmin = async (scheduleIds: string[] = []) =>
  await studio.call(admin, passes.endFreeze, { freezeId: (await page())?.freeze?.id ?? '', scheduleIds })
const page = async () => await studio.ask(member, passes.book, { id: purchaseId, page: 1 })
const pass = async () => (await studio.ask(member, memberships.mine, {}))[0]
const ends = async () => new Date((await pass())?.validUntil ?? 0).toISOString().slice(0, 16)
const places = async () => (await studio.ask(member, registrations.mine, {})).map(({ scheduleId }) => scheduleId)
const newest = async () => (await page())?.rows[0]
const sound = async () => {
  expect(studio.reported).toEqual([])
  await expectInvariants(studio)
}

describe('a freeze by staff', () => {
  it('extends the pass by the number of frozen days', async () => {
    expect(await ends()).toBe('2026-04-09T09:00')
    await studio.must(admin, passes.freeze, { purchaseId, ...days, scheduleIds: [] })
    expect(await ends()).toBe('2026-04-14T09:00')
    expect(await newest()).toMatchObject({ kind: 'frozen', classes: 0, remaining: 4, by: null, ...days })
    expect((await page())?.freeze).toMatchObject({ state: 'frozen', ...days })
    await sound()
  })

  it('prevents using the pass on those days only', async () => {
    await freeze()
    expect(await codeOf(use(tomorrow))).toBe('membershipFrozen')
    expect(await codeOf(use(friday))).toBe('membershipFrozen')
    expect(await codeOf(use(nextWeek))).toBe('done')
    await sound()
  })

  it('gives back the listed classes on those days, and frees their places', async () => {
    await use(tomorrow)
    await use(nextWeek)
    const next = await studio.person()
    await studio.must(next, waiting.join, { kind: 'class', id: tomorrow, takeWith: null })
    expect((await page())?.coming.map(({ scheduleId }) => scheduleId)).toEqual([tomorrow, nextWeek])
    expect((await freeze({ scheduleIds: [tomorrow] })).body).toMatchObject({ ok: true, value: { given: 1 } })
    expect(await places()).toEqual([nextWeek])
    expect(await pass()).toMatchObject({ classesUsed: 1 })
    expect((await page())?.rows.map(({ kind, cause }) => [kind, cause]).slice(0, 2)).toEqual([
      ['frozen', null],
      ['givenBack', 'frozen'],
    ])
    expect(await studio.ask(next, waiting.mine, {})).toMatchObject([{ state: 'offered' }])
    await sound()
  })

  it('is announced to the owner, with the classes that are given back', async () => {
    await use(tomorrow)
    await freeze({ scheduleIds: [tomorrow] })
    await studio.writeLetters()
    const [letter] = await studio.sql<{ text: string }>`
      select text from outbox where to_address = 'mari@example.ee' and subject like '%is frozen%'`
    expect(letter?.text).toContain('Girls beginners')
    expect(letter?.text).toContain('14 April')
  })

  it('is refused if a class was booked that was not listed', async () => {
    await use(tomorrow)
    expect(await codeOf(freeze())).toBe('classesChanged')
    expect(await places()).toEqual([tomorrow])
    expect(await ends()).toBe('2026-04-09T09:00')
    await sound()
  })

  it('keeps a class used that has begun', async () => {
    await use(tomorrow)
    studio.now += DAY + 7 * HOUR
    expect((await freeze()).body).toMatchObject({ ok: true, value: { given: 0 } })
    expect(await pass()).toMatchObject({ classesUsed: 1 })
    await sound()
  })

  it.each([
    ['days that are past', { firstDay: '2026-03-09' }, { firstDay: 'freezeInPast' }],
    ['a last day before the first', { lastDay: '2026-03-10' }, { lastDay: 'endDateBeforeStart' }],
    ['more than a year', { lastDay: '2027-03-12' }, { lastDay: 'freezeTooLong' }],
    ['what begins after its end', { firstDay: '2026-04-10', lastDay: '2026-04-11' }, { firstDay: 'freezeAfterEnd' }],
    ['no reason', { reason: ' ' }, { reason: 'fieldMissing' }],
    ['no days', { firstDay: '', lastDay: '' }, { firstDay: 'fieldMissing', lastDay: 'fieldMissing' }],
  ])('is refused for %s', async (_, more, fields) => {
    expect((await freeze(more)).body).toMatchObject({ ok: false, fields })
  })

  it('is only possible when no other freeze is pending or active', async () => {
    await freeze()
    expect(await codeOf(freeze({ firstDay: '2026-03-20', lastDay: '2026-03-21' }))).toBe('freezeOpen')
    studio.now += 7 * DAY
    expect((await page())?.freeze).toBeNull()
    expect(await codeOf(freeze({ firstDay: '2026-03-20', lastDay: '2026-03-21' }))).toBe('done')
    expect(await ends()).toBe('2026-04-16T09:00')
    await sound()
  })

  it('does not add to an extension for closed days within it', async () => {
    await freeze()
    const closed = { firstDay: '2026-03-12', lastDay: '2026-03-12', reason: 'A new floor' }
    const { id: closedDaysId } = await studio.must(admin, closures.add, closed)
    await studio.must(admin, registrations.cancelOnClosedDays, { closedDaysId, scheduleIds: [], extendBy: 1 })
    expect(await ends()).toBe('2026-04-14T09:00')
    await sound()
  })
})

describe('ending a freeze early', () => {
  it('keeps one frozen day if it ends on its second day, and shortens the pass by the others', async () => {
    await freeze()
    studio.now += 2 * DAY
    await studio.must(admin, passes.endFreeze, { freezeId: (await page())?.freeze?.id ?? '', scheduleIds: [] })
    expect(await ends()).toBe('2026-04-10T09:00')
    expect(await newest()).toMatchObject({ kind: 'freezeEnded' })
    expect(await codeOf(use(friday))).toBe('done')
    await sound()
  })

  it('restores everything if it has not begun', async () => {
    await freeze()
    await endAsAdmin()
    expect(await ends()).toBe('2026-04-09T09:00')
    expect(await codeOf(use(tomorrow))).toBe('done')
    await sound()
  })

  it('is possible for its owner too, but for nobody else', async () => {
    await freeze()
    const freezeId = (await page())?.freeze?.id ?? ''
    const stranger = await studio.person()
    expect(await codeOf(studio.call(stranger, passes.endOwn, { freezeId, scheduleIds: [] }))).toBe('freezeNotFound')
    expect(await codeOf(studio.call(member, passes.endOwn, { freezeId, scheduleIds: [] }))).toBe('done')
    await sound()
  })

  it('gives back classes after the new end, which must be listed', async () => {
    await freeze()
    const late = (await anEntry(studio, admin, { inDays: 33 })).scheduleId
    await use(late)
    expect(await codeOf(endAsAdmin())).toBe('classesChanged')
    expect((await endAsAdmin([late])).body).toMatchObject({ ok: true, value: { given: 1 } })
    expect(await places()).toEqual([])
    await sound()
  })

  it('leaves the pass valid at least until the end of the day', async () => {
    await freeze({ firstDay: '2026-04-09', lastDay: '2026-04-20' })
    studio.now = Date.parse('2026-04-10T12:00:00Z')
    await endAsAdmin()
    expect(await ends()).toBe('2026-04-10T20:59')
    await sound()
  })

  it('is refused after its days, and for a cancelled pass', async () => {
    await freeze()
    const { freezeId } = { freezeId: (await page())?.freeze?.id ?? '' }
    studio.now = Date.parse('2026-03-15T22:00:00Z')
    expect(await codeOf(studio.call(admin, passes.endFreeze, { freezeId, scheduleIds: [] }))).toBe('freezeNotFound')
    await freeze({ firstDay: '2026-03-20', lastDay: '2026-03-25' })
    await studio.must(member, memberships.cancelPurchase, { purchaseId })
    const second = await studio.sql<{ id: string }>`select id from freezes where state = 'frozen'`
    expect(await codeOf(studio.call(admin, passes.endFreeze, { freezeId: second[0]?.id ?? '', scheduleIds: [] }))).toBe(
      'membershipNotActive',
    )
    await sound()
  })
})

describe('a freeze requested by the owner', () => {
  const ask = () => studio.call(member, passes.ask, { id: purchaseId, ...days })
  const asked = async () => (await studio.ask(admin, passes.freezes, { page: 1 })).rows

  it('changes nothing until staff approve it', async () => {
    await use(tomorrow)
    expect(await codeOf(ask())).toBe('done')
    expect(await ends()).toBe('2026-04-09T09:00')
    const [row] = await asked()
    expect(row).toMatchObject({ state: 'asked', displayName: 'Mari', membershipName: 'Four classes', ...days })
    expect(row?.coming).toMatchObject([{ scheduleId: tomorrow }])
    const freezeId = row?.id ?? ''
    await studio.must(admin, passes.approve, { freezeId, answer: '', scheduleIds: [tomorrow] })
    expect(await ends()).toBe('2026-04-14T09:00')
    expect(await places()).toEqual([])
    expect(await asked()).toMatchObject([{ state: 'frozen' }])
    await sound()
  })

  it('can be refused with an explanation, which the owner is told', async () => {
    await ask()
    const [row] = await asked()
    const freezeId = row?.id ?? ''
    expect((await studio.call(admin, passes.refuse, { freezeId, answer: '' })).body).toMatchObject({
      fields: { answer: 'fieldMissing' },
    })
    await studio.must(admin, passes.refuse, { freezeId, answer: 'It ends this week.' })
    expect((await page())?.freeze).toMatchObject({ state: 'refused', answer: 'It ends this week.' })
    expect(await asked()).toEqual([])
    await studio.writeLetters()
    const told = await studio.sql<{ text: string }>`select text from outbox where subject like '%is not frozen%'`
    expect(told[0]?.text).toContain('It ends this week.')
    expect(await codeOf(ask())).toBe('done')
    await sound()
  })

  it('must be decided or withdrawn before another request', async () => {
    await ask()
    expect(await codeOf(ask())).toBe('freezeOpen')
    expect(await codeOf(freeze())).toBe('freezeOpen')
    await studio.must(member, passes.withdraw, { freezeId: (await asked())[0]?.id ?? '' })
    expect(await codeOf(ask())).toBe('done')
    await sound()
  })

  it('approved late begins on that day', async () => {
    await ask()
    const freezeId = (await asked())[0]?.id ?? ''
    studio.now += 3 * DAY
    await studio.must(admin, passes.approve, { freezeId, answer: 'Get well.', scheduleIds: [] })
    expect((await page())?.freeze).toMatchObject({ firstDay: '2026-03-13', lastDay: '2026-03-15' })
    expect(await ends()).toBe('2026-04-12T09:00')
    await sound()
  })

  it('loses its texts when the user is deleted', async () => {
    await ask()
    const held = await studio.must(member, privacy.download, {})
    expect(held.memberships[0]?.freezes).toMatchObject([{ ...days, state: 'asked' }])
    await studio.must(admin, privacy.deleteUser, { userId: member.userId })
    expect(await studio.sql`select state, reason, answer from freezes`).toEqual([
      { state: 'withdrawn', reason: '', answer: '' },
    ])
    await sound()
  })
})

describe('concurrently', () => {
  it('a freeze and a booking: one is refused, and no frozen pass is used', async () => {
    const [frozen, booked] = await Promise.all([codeOf(freeze()), codeOf(use(tomorrow))])
    expect([
      ['done', 'membershipFrozen'],
      ['classesChanged', 'done'],
    ]).toContainEqual([frozen, booked])
    await sound()
  })

  it('ending a freeze twice changes the end of the pass once', async () => {
    await freeze()
    const freezeId = (await page())?.freeze?.id ?? ''
    const end = () => codeOf(studio.call(admin, passes.endFreeze, { freezeId, scheduleIds: [] }))
    const both = await Promise.all([end(), end()])
    expect(both).toEqual(expect.arrayContaining(['done', 'freezeNotFound']))
    expect(await ends()).toBe('2026-04-09T09:00')
    await sound()
  })

  it('ending a freeze and cancelling the pass keep its entries consistent', async () => {
    await freeze()
    const form = { classesUsed: 0, classLimit: 4, validUntil: '2026-04-14', status: 'active' as const }
    const cancelled = { ...form, status: 'cancelled' as const }
    const correct = studio.call(admin, memberships.updatePurchase, { purchaseId, ...cancelled, before: form })
    const [ended, corrected] = await Promise.all([codeOf(endAsAdmin()), codeOf(correct)])
    expect([ended, corrected]).toContain('done')
    await sound()
  })

  it('cancelling a class and a freeze give the class back once', async () => {
    await use(tomorrow)
    const cancel = studio.call(admin, registrations.cancelEntry, { scheduleId: tomorrow })
    const [frozen] = await Promise.all([codeOf(freeze({ scheduleIds: [tomorrow] })), cancel])
    expect(frozen).toBe('done')
    studio.now += UNDO_WITHIN
    await studio.runJobs()
    expect(await pass()).toMatchObject({ classesUsed: 0 })
    await sound()
  })
})

it('any sequence of bookings, freezes and corrections keeps the entries of a pass consistent', async () => {
  const small = fc.nat({ max: 2 })
  const act = fc.oneof(
    small.map((n) => () => use([tomorrow, friday, nextWeek][n] ?? '')),
    small.map((n) => () => {
      const scheduleId = [tomorrow, friday, nextWeek][n] ?? ''
      return studio.call(member, registrations.cancel, { scheduleId, acceptsLate: true })
    }),
    fc.tuple(small, small).map(([from, more]) => async () => {
      const coming = (await page())?.coming ?? []
      const [firstDay, lastDay] = [`2026-03-1${from + 1}`, `2026-03-1${from + 1 + more * 2}`]
      return freeze({ firstDay, lastDay, scheduleIds: coming.map(({ scheduleId }) => scheduleId) })
    }),
    fc.constant(async () => endAsAdmin(((await page())?.coming ?? []).map(({ scheduleId }) => scheduleId))),
    small.map((n) => async () => {
      const now = await pass()
      if (!now) return
      const { classesUsed, classLimit } = now
      const day = new Date(now.validUntil).toISOString().slice(0, 10)
      const before = { classesUsed, classLimit, validUntil: day, status: 'active' as const }
      await studio.call(admin, memberships.updatePurchase, { purchaseId, ...before, classLimit: 4 + n, before })
    }),
    small.map((n) => async () => {
      studio.now += n * 10 * HOUR
    }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 2 }), { minLength: 5, maxLength: 12 }),
      async (rounds) => {
        for (const round of rounds) {
          await Promise.all(round.map((one) => one()))
          await sound()
        }
      },
    ),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 4), endOnFailure: true },
  )
}, 60_000)

it('moving a class to a frozen day keeps the place in it', async () => {
  await use(nextWeek)
  await freeze({ firstDay: '2026-03-12', lastDay: '2026-03-13' })
  const entry = await studio.ask(admin, schedule.entry, { scheduleId: nextWeek })
  if (!entry) throw new Error('No such class.')
  const before = {
    className: 'Girls beginners',
    classDescription: '',
    maxParticipants: 10,
    categories: ['Girl Group'],
    startDate: '2026-03-17',
    startTime: '18:00',
    endDate: '2026-03-17',
    endTime: '19:00',
    standardPrice: null,
    memberPrice: null,
  }
  const typed = { ...before, startDate: '2026-03-12', endDate: '2026-03-12' }
  await studio.must(admin, schedule.update, { scheduleId: nextWeek, ...typed, before })
  expect(await places()).toEqual([nextWeek])
  await sound()
})
