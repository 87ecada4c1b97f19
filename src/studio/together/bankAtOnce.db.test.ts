import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { inTurnAt } from '#server/testing/lockWaits.ts'
import { camt, movement, statementOf } from '#server/testing/statements.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { bank } from '#studio/bank/contract.ts'
import { door } from '#studio/door/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let admin: Person
let teacher: Person
let member: Person
let paymentId: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  teacher = await studio.person('teacher')
  member = await studio.person('user', { displayName: 'Mari' })
  const { scheduleId } = await anEntry(studio, admin, { inDays: 0 })
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  const [due] = await studio.ask(member, payments.mine, {})
  paymentId = due?.id ?? ''
}, WITH_FEATURES)

/** Reads a statement with one transfer; returns its line. */
async function comes(cents: number, archive: string) {
  const { reference } = await studio.ask(member, payments.myReference, {})
  const of = statementOf([movement({ cents, archive, order: archive, text: '', reference: reference ?? '' })], {
    account: 'EE471000001020145685',
  })
  await studio.must(admin, bank.read, { file: Buffer.from(camt(of)).toString('base64') })
  const { rows } = await studio.ask(admin, bank.lines, { list: 'settles', search: '', page: 1 })
  return rows[0]?.id ?? ''
}
const settle = async () => {
  const lines = (await studio.ask(admin, bank.ready, {})).map(({ lineId, seen }) => ({ lineId, seen }))
  return await studio.must(admin, bank.settle, { lines })
}
const receipts = () => studio.sql`select cents, source from receipts where undone_at is null order by id`
const status = async () => {
  const [found] = await studio.sql<{ status: string }>`select status from payments where id = ${paymentId}`
  return found?.status
}
const inBox = async () => (await studio.ask(admin, door.boxes, {})).boxes.flatMap(({ takings }) => takings)
const takesCash = (cents: number) => codeOf(studio.call(teacher, door.take, { paymentId, cents, way: 'cash' }))

describe('a payment that is decided while a press at the bank waits for it', () => {
  let lineId: string
  beforeEach(async () => {
    lineId = await comes(1500, 'first')
  })

  const byHand = () => codeOf(studio.call(admin, payments.confirm, { paymentId, actualAmount: 1500, rest: 'staysDue' }))
  const decided = {
    confirmed: { by: byHand, standing: 'confirmed', receipts: [{ cents: 1500, source: 'desk' }], cash: 0 },
    cancelled: {
      by: () => codeOf(studio.call(admin, payments.cancel, { paymentId })),
      standing: 'cancelled',
      receipts: [],
      cash: 0,
    },
    'taken in cash': { by: () => takesCash(1500), standing: 'markedByTeacher', receipts: [], cash: 1 },
  }

  it.for(Object.entries(decided))('%s: the line stays', async ([, { by, ...expected }], { skip }) => {
    if (!studio.database.url) return skip('The embedded database does one thing at a time.')
    const outcomes = await inTurnAt(studio, sql`select 1 from payments where id = ${paymentId}`, by, settle)
    expect(outcomes).toEqual(['done', { settled: 0, changed: 1 }])
    const cash = (await inBox()).length
    expect({ standing: await status(), receipts: await receipts(), cash }).toEqual(expected)
    await expectInvariants(studio)
  })

  it('is not paid again by a line that is assigned to it', async ({ skip }) => {
    if (!studio.database.url) return skip('The embedded database does one thing at a time.')
    const payerId = member.accountId
    const assign = () =>
      codeOf(studio.call(admin, bank.assign, { lineId, payerId, shares: [{ paymentId, cents: 1500 }] }))
    const outcomes = await inTurnAt(studio, sql`select 1 from payments where id = ${paymentId}`, byHand, assign)
    expect(outcomes).toEqual(['done', 'paymentMoved'])
    expect(await receipts()).toEqual([{ cents: 1500, source: 'desk' }])
    await expectInvariants(studio)
  })
})

it('undoing a line leaves the rest, which a teacher took in cash, marked and in the box', async () => {
  const lineId = await comes(500, 'part')
  await settle()
  expect(await takesCash(1000)).toBe('done')
  await studio.must(admin, bank.undo, { lineId })
  expect([await status(), await receipts()]).toEqual(['markedByTeacher', []])
  expect(await inBox()).toMatchObject([{ cents: 1000 }])
  await studio.must(admin, payments.confirm, { paymentId, actualAmount: 1000, rest: 'staysDue' })
  expect([await status(), await inBox()]).toEqual(['partlyPaid', []])
  await expectInvariants(studio)
})
