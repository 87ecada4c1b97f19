import { describe, expect, it } from 'vitest'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import type { RestChoice } from '#studio/payments/rules.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person()
})

/** Creates payments of 15 € for so many classes; returns them with the earliest deadline first. */
async function due(count: number, paymentMethod: 'bankTransfer' | 'cash' = 'bankTransfer', by = member) {
  for (let inDays = 1; inDays <= count; inDays++) {
    const { scheduleId } = await anEntry(studio, admin, { inDays })
    await studio.must(by, registrations.registerWithDropIn, { ...dropIn(scheduleId), paymentMethod })
  }
  return await studio.ask(by, payments.mine, {})
}

const statuses = async (by = member) => (await studio.ask(by, payments.mine, {})).map(({ status }) => status)
const markAll = (paymentIds: string[], by = member) => codeOf(studio.call(by, payments.markAllAsPaid, { paymentIds }))
const asSeen = (rows: readonly { id: string }[]) =>
  rows.map(({ id: paymentId }) => ({ paymentId, seenStatus: 'due' as const, seenReceived: 0 }))
const confirm = (rows: readonly { id: string }[]) =>
  codeOf(studio.call(admin, payments.confirmMany, { seen: asSeen(rows) }))

it('marks several payments of one transfer as paid, each with its own history', async () => {
  const own = await due(3)
  expect(await markAll(own.map(({ id }) => id))).toBe('done')
  expect(await statuses()).toEqual(['markedByUser', 'markedByUser', 'markedByUser'])
  for (const { id } of own) {
    const history = await studio.ask(admin, payments.history, { paymentId: id })
    expect(history.at(-1)).toMatchObject({ fromStatus: 'due', toStatus: 'markedByUser' })
  }
  await expectInvariants(studio)
})

it('marks none if one of them cannot be marked', async () => {
  const own = await due(2)
  const [inCash] = (await due(1, 'cash')).filter(({ paymentMethod }) => paymentMethod === 'cash')
  const ids = own.map(({ id }) => id)
  expect(await markAll([...ids, inCash?.id ?? ''])).toBe('paymentIsCash')
  const other = await studio.person()
  const [foreign] = await due(1, 'bankTransfer', other)
  expect(await markAll([...ids, foreign?.id ?? ''])).toBe('paymentNotFound')
  expect(await statuses()).toEqual(['due', 'due', 'due'])
  expect(await statuses(other)).toEqual(['due'])
})

it('confirms all selected payments, each with its expected amount', async () => {
  const own = await due(3)
  expect(await confirm(own)).toBe('done')
  expect(await studio.ask(member, payments.mine, {})).toEqual([])
  const { rows } = await studio.ask(member, payments.allMine, { page: 1 })
  expect(rows).toMatchObject(own.map(() => ({ status: 'confirmed', received: 1500, letGo: 0 })))
  await expectInvariants(studio)
})

it('confirms none if one has moved since it was shown', async () => {
  const own = await due(3)
  expect(await markAll([own[1]?.id ?? ''])).toBe('done')
  expect(await confirm(own)).toBe('paymentsMoved')
  expect((await statuses()).toSorted()).toEqual(['due', 'due', 'markedByUser'])
})

it('two admins confirm overlapping selections at once: each payment is booked once', async () => {
  const own = await due(4)
  const outcomes = await Promise.all([confirm(own.slice(0, 3)), confirm(own.slice(1))])
  expect(new Set(outcomes)).toEqual(new Set(['done', 'paymentsMoved']))
  const [sum] = await studio.sql<{ cents: number }>`select sum(cents)::int as cents from receipts`
  expect(sum?.cents).toBe(3 * 1500)
  await expectInvariants(studio)
})

describe('undoing confirmations', () => {
  const undo = (rows: readonly { id: string }[], by = admin) =>
    studio.must(by, payments.undoConfirmed, { paymentIds: rows.map(({ id }) => id) })

  it('within two minutes restores the former states, and nobody is told', async () => {
    const own = await due(3)
    expect(await markAll([own[1]?.id ?? ''])).toBe('done')
    const teacher = await studio.person('teacher')
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId: own[2]?.id ?? '', actualAmount: 1000 })
    const before = await studio.ask(member, payments.mine, {})
    const seen = before.map((payment) => ({ paymentId: payment.id, seenStatus: payment.status, seenReceived: 0 }))
    await studio.must(admin, payments.confirmMany, { seen })
    studio.now += UNDO_WITHIN - 1
    expect(await undo(own)).toEqual({ undone: 3, stayed: 0 })
    expect(await studio.ask(member, payments.mine, {})).toEqual(before)
    const history = await studio.ask(admin, payments.history, { paymentId: own[0]?.id ?? '' })
    expect(history.at(-1)).toMatchObject({ fromStatus: 'confirmed', toStatus: 'due', reason: 'confirmation undone' })
    studio.now += UNDO_WITHIN
    await studio.runJobs()
    expect(await studio.sql`select letter from told where letter = 'payments.received'`).toEqual([])
    await expectInvariants(studio)
  })

  it('is refused after two minutes, for other admins, and for payments that were changed since', async () => {
    const own = await due(3)
    expect(await confirm(own)).toBe('done')
    const other = await studio.person('admin')
    expect(await undo(own, other)).toEqual({ undone: 0, stayed: 3 })
    await studio.must(other, payments.cancel, { paymentId: own[0]?.id ?? '' })
    expect(await undo(own.slice(0, 2))).toEqual({ undone: 1, stayed: 1 })
    studio.now += UNDO_WITHIN
    expect(await undo(own)).toEqual({ undone: 0, stayed: 3 })
    await expectInvariants(studio)
  })

  describe('of one payment', () => {
    const confirmOne = (paymentId: string, actualAmount: number, rest: RestChoice = 'letGo') =>
      studio.must(admin, payments.confirm, { paymentId, actualAmount, rest })
    const toldOf = () => studio.sql`select letter from told where letter = 'payments.received'`

    it.each([
      ['of its whole price', 1500, 'letGo'],
      ['of less, with the rest let go', 1000, 'letGo'],
      ['of nothing, with all of it let go', 0, 'letGo'],
      ['of a part, with the rest still due', 1000, 'staysDue'],
      ['of more than was due', 2000, 'letGo'],
    ] as const)('%s restores its former state, and nobody is told', async (_what, cents, rest) => {
      const before = await due(1)
      const paymentId = before[0]?.id ?? ''
      // undone, and confirmed by mistake once more
      for (let time = 0; time < 2; time++) {
        await confirmOne(paymentId, cents, rest)
        expect(await undo(before)).toEqual({ undone: 1, stayed: 0 })
        expect(await studio.ask(member, payments.mine, {})).toEqual(before)
      }
      studio.now += UNDO_WITHIN
      await studio.runJobs()
      expect(await toldOf()).toEqual([])
      await expectInvariants(studio)
    })

    it.each([
      ['more than the teacher said', 1400, 'letGo'],
      ['a part of what the teacher said', 500, 'staysDue'],
    ] as const)('restores what a teacher said when %s was confirmed', async (_what, cents, rest) => {
      const [own] = await due(1, 'bankTransfer')
      const paymentId = own?.id ?? ''
      const teacher = await studio.person('teacher')
      const marked = studio.now
      await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 1000 })
      const before = await studio.ask(member, payments.mine, {})
      studio.now += 24 * 60 * UNDO_WITHIN
      await confirmOne(paymentId, cents, rest)
      expect(await undo([{ id: paymentId }])).toEqual({ undone: 1, stayed: 0 })
      expect(await studio.ask(member, payments.mine, {})).toEqual(before)
      // the money still counts for the day on which the teacher saw it
      await confirmOne(paymentId, 1000)
      const [receipt] = await studio.sql<{ day: string }>`
        select day::text as day from receipts where undone_at is null`
      expect(receipt?.day).toBe(new Date(marked).toISOString().slice(0, 10))
      await expectInvariants(studio)
    })

    it('undoes only the later of two parts', async () => {
      const own = await due(1)
      const paymentId = own[0]?.id ?? ''
      await confirmOne(paymentId, 400, 'staysDue')
      await confirmOne(paymentId, 300, 'staysDue')
      expect(await undo(own)).toEqual({ undone: 1, stayed: 0 })
      expect(await studio.ask(member, payments.mine, {})).toMatchObject([{ status: 'partlyPaid', received: 400 }])
      expect(await undo(own)).toEqual({ undone: 0, stayed: 1 })
      studio.now += UNDO_WITHIN
      await studio.runJobs()
      expect(await toldOf()).toHaveLength(1)
      await expectInvariants(studio)
    })

    it('is too late after two minutes', async () => {
      const own = await due(1)
      await confirmOne(own[0]?.id ?? '', 400, 'staysDue')
      studio.now += UNDO_WITHIN
      expect(await undo(own)).toEqual({ undone: 0, stayed: 1 })
      expect(await statuses()).toEqual(['partlyPaid'])
    })
  })
})
