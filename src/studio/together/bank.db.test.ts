import { describe, expect, it } from 'vitest'
import { aMembership } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import {
  camt,
  lhv,
  movement,
  statementOf,
  swedbank,
  type AccountStatement,
  type Movement,
} from '#server/testing/statements.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { bank } from '#studio/bank/contract.ts'
import type { ListName } from '#studio/bank/rules.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'

const ACCOUNT = 'EE471000001020145685'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person('user', { displayName: 'Mari' })
}, WITH_FEATURES)

/** Buys a pass of this price by bank transfer; the payment's id. */
async function owes(buyer: Person, price: number): Promise<string> {
  const membershipId = await aMembership(studio, admin, { standardPrice: price, memberPrice: price - 100 })
  const choice = { membershipId, coverMember: false, paymentMethod: 'bankTransfer' as const }
  const { purchaseId } = await studio.must(buyer, memberships.buy, choice)
  const [bought] = await studio.sql<{ id: string }>`select payment_id as id from purchases where id = ${purchaseId}`
  return bought?.id ?? ''
}

const referenceOf = async (person: Person) => (await studio.ask(person, payments.myReference, {})).reference ?? ''

const fileOf = (movements: readonly Partial<Movement>[], write: (of: AccountStatement) => string = camt) =>
  Buffer.from(
    write(
      statementOf(
        movements.map((one, place) => movement({ archive: `RO${place}`, order: `RO${place}`, text: '', ...one })),
        { account: ACCOUNT },
      ),
    ),
  ).toString('base64')

const reads = (file: string) => studio.must(admin, bank.read, { file })
const list = async (name: ListName) => (await studio.ask(admin, bank.lines, { list: name, search: '', page: 1 })).rows
const ready = async () => (await studio.ask(admin, bank.ready, {})).map(({ lineId, seen }) => ({ lineId, seen }))
const settleAll = async () => studio.must(admin, bank.settle, { lines: await ready() })
const statusOf = async (paymentId: string) => {
  const [found] = await studio.sql<{ status: string }>`select status from payments where id = ${paymentId}`
  return found?.status
}
const creditOf = async (person: Person) => (await studio.ask(person, payments.myCredit, {})).credit

describe('a transfer with a reference', () => {
  it('pays the one payment of its amount, with the day on which the bank booked it', async () => {
    const [other, exact] = [await owes(member, 3000), await owes(member, 5800)]
    const reference = await referenceOf(member)
    const file = fileOf([{ cents: 5800, reference, day: '2026-03-02' }])
    expect(await reads(file)).toEqual({ kind: 'read', lines: 1, settles: 1, back: 0, look: 0, known: 0, others: 0 })
    const [line] = await list('settles')
    expect(line?.settles).toMatchObject({ way: 'exact', credit: 0, name: 'Mari Maasikas' })
    expect(await settleAll()).toEqual({ settled: 1, changed: 0 })
    expect([await statusOf(exact), await statusOf(other)]).toEqual(['confirmed', 'due'])
    expect(await studio.sql`select day, source from receipts`).toEqual([{ day: '2026-03-02', source: 'bank' }])
    expect(await list('settles')).toEqual([])
    expect((await list('done'))[0]?.settles).toMatchObject({ way: 'exact', name: 'Mari Maasikas' })
    await expectInvariants(studio)
  })

  it('pays the only set that adds up, else the oldest first, and keeps the rest as credit', async () => {
    const ids = [await owes(member, 3000), await owes(member, 5800), await owes(member, 1500)]
    const reference = await referenceOf(member)
    await reads(fileOf([{ cents: 4500, reference }]))
    await settleAll()
    expect(await Promise.all(ids.map(statusOf))).toEqual(['confirmed', 'due', 'confirmed'])
    await reads(fileOf([{ cents: 2000, reference, archive: 'second' }]))
    await settleAll()
    expect(await statusOf(ids[1] ?? '')).toBe('partlyPaid')
    await reads(fileOf([{ cents: 5000, reference, archive: 'third' }]))
    await settleAll()
    expect([await statusOf(ids[1] ?? ''), await creditOf(member)]).toEqual(['confirmed', 1200])
    await expectInvariants(studio)
  })

  it('of several for one payer, each pays what those before it left open', async () => {
    const ids = [await owes(member, 3000), await owes(member, 3000)]
    const reference = await referenceOf(member)
    await reads(fileOf([1, 2, 3].map((place) => ({ cents: 3000, reference, archive: `twin${place}` }))))
    expect(await settleAll()).toEqual({ settled: 3, changed: 0 })
    expect(await Promise.all(ids.map(statusOf))).toEqual(['confirmed', 'confirmed'])
    expect(await creditOf(member)).toBe(3000)
    await expectInvariants(studio)
  })

  it('needs a look where a teacher has marked a payment that it may be for', async () => {
    const teacher = await studio.person('teacher')
    const paymentId = await owes(member, 5800)
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 5800 })
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
    expect((await list('look'))[0]?.look).toMatchObject({ why: 'markedByTeacher' })
  })
})

describe('a line is settled once', () => {
  it('from the same file, from another format, and from a file that overlaps', async () => {
    const paymentId = await owes(member, 5800)
    const lines = [{ cents: 5800, reference: await referenceOf(member) }]
    await reads(fileOf(lines))
    await settleAll()
    const again = { settles: 0, look: 0, known: 1 }
    expect(await reads(fileOf(lines))).toMatchObject(again)
    expect(await reads(fileOf(lines, swedbank))).toMatchObject(again)
    expect(await reads(fileOf(lines, lhv))).toMatchObject(again)
    expect(await reads(fileOf([...lines, { cents: 100, archive: 'new' }]))).toMatchObject({ known: 1, look: 1 })
    expect(await studio.sql`select cents from receipts where payment_id = ${paymentId}`).toHaveLength(1)
  })

  it('two real twins of one day count both', async () => {
    const reference = await referenceOf(member)
    await reads(
      fileOf([
        { cents: 700, reference, archive: 'one' },
        { cents: 700, reference, archive: 'two' },
      ]),
    )
    expect((await list('look')).length + (await list('settles')).length).toBe(2)
  })

  it('by two admins at the same moment, and from two files read at the same moment', async () => {
    const second = await studio.person('admin')
    const paymentId = await owes(member, 5800)
    const file = fileOf([{ cents: 5800, reference: await referenceOf(member) }])
    await Promise.allSettled([admin, second].map((by) => studio.call(by, bank.read, { file })))
    expect((await list('settles')).length).toBe(1)
    const lines = await ready()
    const outcomes = await Promise.all([admin, second].map((by) => studio.must(by, bank.settle, { lines })))
    expect(outcomes.map(({ settled }) => settled).toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(await studio.sql`select cents from receipts where payment_id = ${paymentId}`).toEqual([{ cents: 5800 }])
    await expectInvariants(studio)
  })

  it('is left where what it would do has changed since it was seen', async () => {
    const paymentId = await owes(member, 5800)
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
    const lines = await ready()
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 5800 })
    expect(await studio.must(admin, bank.settle, { lines })).toEqual({ settled: 0, changed: 1 })
    // it would be credit now, and waits for another press
    expect((await list('settles'))[0]?.settles).toMatchObject({ way: 'credit', credit: 5800 })
  })
})

describe('a line without a reference', () => {
  it('is never settled by itself, and suggests whose it may be', async () => {
    const paymentId = await owes(member, 5800)
    await reads(fileOf([{ cents: 5800, name: 'MAASIKAS, MARI' }]))
    expect(await studio.ask(admin, bank.ready, {})).toEqual([])
    const [line] = await list('look')
    expect(line?.look).toMatchObject({ why: 'noReference', suggestions: [{ hint: 'nameAlike', paymentId }] })
    const [suggestion] = line?.look?.suggestions ?? []
    const shares = [{ paymentId, cents: 5800 }]
    await studio.must(admin, bank.assign, { lineId: line?.id ?? '', payerId: suggestion?.payerId ?? '', shares })
    expect(await statusOf(paymentId)).toBe('confirmed')
    await expectInvariants(studio)
  })

  it('takes no more than the line has, and pays nobody else’s', async () => {
    const other = await studio.person()
    const [mine, theirs] = [await owes(member, 5800), await owes(other, 5800)]
    await reads(fileOf([{ cents: 1000 }]))
    const [line] = await list('look')
    const give = (shares: { paymentId: string; cents: number }[]) =>
      codeOf(studio.call(admin, bank.assign, { lineId: line?.id ?? '', payerId: member.accountId, shares }))
    expect(await give([{ paymentId: mine, cents: 5800 }])).toBe('tooMuch')
    expect(await give([{ paymentId: theirs, cents: 1000 }])).toBe('paymentMoved')
    expect(await give([{ paymentId: mine, cents: 400 }])).toBe('done')
    expect([await statusOf(mine), await creditOf(member)]).toEqual(['partlyPaid', 600])
    expect(await give([])).toBe('lineMoved')
    await expectInvariants(studio)
  })

  it('in another currency can only be ignored, with a reason', async () => {
    await reads(fileOf([{ cents: 5800, currency: 'USD', reference: await referenceOf(member) }]))
    const [line] = await list('look')
    expect(line?.look?.why).toBe('otherCurrency')
    const ignore = (reason: string) => codeOf(studio.call(admin, bank.ignore, { lineId: line?.id ?? '', reason }))
    expect(await ignore(' ')).toEqual({ reason: 'reasonMissing' })
    expect(await ignore('A grant of the city')).toBe('done')
    expect((await list('done'))[0]?.decided?.reason).toBe('A grant of the city')
  })
})

describe('undone', () => {
  it('a line takes back all that it did, and waits again', async () => {
    const paymentId = await owes(member, 5000)
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
    await settleAll()
    const [line] = await list('done')
    await studio.must(admin, bank.undo, { lineId: line?.id ?? '' })
    expect([await statusOf(paymentId), await creditOf(member)]).toEqual(['due', 0])
    expect(await list('settles')).toHaveLength(1)
    await expectInvariants(studio)
  })

  it('it stays where its credit was spent', async () => {
    await owes(member, 5000)
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
    await settleAll()
    const later = await owes(member, 500)
    expect(await studio.must(member, payments.spendCredit, {})).toEqual({ used: 500 })
    expect(await statusOf(later)).toBe('confirmed')
    const [line] = await list('done')
    expect(await codeOf(studio.call(admin, bank.undo, { lineId: line?.id ?? '' }))).toBe('creditSpent')
    expect(await creditOf(member)).toBe(300)
    await expectInvariants(studio)
  })
})

it('a transfer that the bank took back opens again what it paid, of the credit first', async () => {
  const paymentId = await owes(member, 5000)
  const line = { cents: 5800, reference: await referenceOf(member), archive: 'back' }
  await reads(fileOf([line]))
  await settleAll()
  expect(await reads(fileOf([line, { ...line, direction: 'debit', day: '2026-05-06' }]))).toMatchObject({
    back: 1,
    known: 1,
  })
  expect((await list('back'))[0]?.settles).toMatchObject({ way: 'returned', name: 'Mari Maasikas' })
  await settleAll()
  expect([await statusOf(paymentId), await creditOf(member)]).toEqual(['due', 0])
  await expectInvariants(studio)
})

it('credit pays what is due by a press of its payer, and is back when that is cancelled', async () => {
  const first = await owes(member, 1000)
  await reads(fileOf([{ cents: 4000, reference: await referenceOf(member) }]))
  await settleAll()
  expect(await codeOf(studio.call(await studio.person(), payments.spendCredit, {}))).toBe('noCredit')
  const second = await owes(member, 2000)
  await studio.must(member, payments.spendCredit, {})
  expect([await statusOf(first), await statusOf(second), await creditOf(member)]).toEqual([
    'confirmed',
    'confirmed',
    1000,
  ])
  await studio.must(admin, payments.cancel, { paymentId: second })
  expect(await creditOf(member)).toBe(3000)
  const back = (cents: number) => codeOf(studio.call(admin, payments.payBackCredit, { userId: member.userId, cents }))
  expect([await back(3100), await back(3000), await creditOf(member)]).toEqual(['noCredit', 'done', 0])
  await expectInvariants(studio)
})

it('who leaves takes their names out of the lines, and the books stay', async () => {
  await owes(member, 5800)
  await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
  await settleAll()
  const held = await studio.must(member, privacy.download, {})
  expect(held.transfers).toHaveLength(1)
  await studio.must(admin, privacy.deleteUser, { userId: member.userId })
  expect(await studio.sql`select name, iban, text, cents, payer_id as payer from "bankLines"`).toEqual([
    { name: null, iban: null, text: '', cents: 5800, payer: `person-${member.userId}` },
  ])
  await expectInvariants(studio)
})
