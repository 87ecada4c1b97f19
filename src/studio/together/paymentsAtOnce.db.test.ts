import { describe, expect, it } from 'vitest'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { payments } from '#studio/payments/contract.ts'

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
})
