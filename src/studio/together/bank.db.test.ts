import { euros } from '#kernel/money.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { dateIn, DAY, MINUTE } from '#kernel/time.ts'
import { aMembership, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import {
  camt,
  estonianIban,
  lhv,
  movement,
  statementOf,
  swedbank,
  unknownBank,
  type AccountStatement,
  type Movement,
} from '#server/testing/statements.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { bank, type ShownLine } from '#studio/bank/contract.ts'
import { toldOf } from '#studio/bank/messages/deeds.ts'
import type { ListName } from '#studio/bank/rules.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { merging } from '#studio/merging/contract.ts'
import { papers } from '#studio/papers/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { statistics } from '#studio/statistics/contract.ts'
import type { PaymentMethod } from '#studio/payments/rules.ts'
import { moneyOfWays } from '#studio/payments/rules/moneyOfWays.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { settings, type Sections } from '#studio/settings/contract.ts'

const ACCOUNT = 'EE471000001020145685'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person('user', { displayName: 'Mari' })
}, WITH_FEATURES)

/** Sells the buyer a pass at this price; returns the id of its payment. */
async function owes(buyer: Person, price: number, paymentMethod: PaymentMethod = 'bankTransfer'): Promise<string> {
  const membershipId = await aMembership(studio, admin, { standardPrice: price, memberPrice: price - 100 })
  const choice = { membershipId, coverMember: false, paymentMethod }
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
const never = (): never => {
  throw new Error('Nothing is suggested.')
}
const creditOf = async (person: Person) => (await studio.ask(person, payments.myCredit, {})).credit

it('a search finds a line by its amount, with a dot or a comma, in every list', async () => {
  await owes(member, 5805)
  await reads(fileOf([{ cents: 5805, reference: await referenceOf(member) }, { cents: 104_550 }]))
  const found = async (list: ListName, search: string) =>
    (await studio.ask(admin, bank.lines, { list, search, page: 1 })).rows.map(({ cents }) => cents)
  expect(await found('look', '1045,50')).toEqual([104_550])
  expect(await found('settles', '58.05')).toEqual([5805])
  await settleAll()
  expect(await found('done', '58,05')).toEqual([5805])
  expect(await found('done', '58.05')).toEqual([5805])
  expect(await found('done', '58,06')).toEqual([])
})

it("creditFor shows a payer's credit together with what is due", async () => {
  const due = await owes(member, 5800)
  await studio.must(admin, payments.confirm, { paymentId: due, actualAmount: 1000, rest: 'staysDue' })
  const found = () => studio.ask(admin, payments.creditFor, { userId: member.userId })
  expect(await found()).toMatchObject({
    credit: 0,
    due: 4800,
    open: [{ id: due, rest: 4800, person: 'Mari' }],
    changes: [],
  })
  await reads(fileOf([{ cents: 5000, reference: await referenceOf(member) }]))
  await settleAll()
  expect(await found()).toMatchObject({ credit: 200, due: 0, changes: [{ cents: 200, source: 'bank', what: '' }] })
  // this credit is in no receipt
  expect(await studio.ask(admin, statistics.credit, {})).toEqual({ held: 200 })
})

describe('a transfer with a reference', () => {
  it("settles the one payment of its amount, on the bank's booking day", async () => {
    const [other, exact] = [await owes(member, 3000), await owes(member, 5800)]
    const reference = await referenceOf(member)
    const file = fileOf([{ cents: 5800, reference, day: '2026-03-02' }])
    expect(await reads(file)).toEqual({
      kind: 'read',
      lines: 1,
      settles: 1,
      back: 0,
      look: 0,
      known: 0,
      others: 0,
      decided: 0,
    })
    const [line] = await list('settles')
    expect(line?.settles).toMatchObject({ way: 'exact', credit: 0, name: 'Mari Maasikas' })
    expect(await settleAll()).toEqual({ settled: 1, changed: 0 })
    expect([await statusOf(exact), await statusOf(other)]).toEqual(['confirmed', 'due'])
    expect(await studio.sql`select day, source from receipts`).toEqual([{ day: '2026-03-02', source: 'bank' }])
    expect(await list('settles')).toEqual([])
    expect((await list('done'))[0]?.decided?.did).toMatchObject({ way: 'exact', name: 'Mari Maasikas' })
    await expectInvariants(studio)
  })

  it('settles the only set that adds up, else the oldest first, and keeps the rest as credit', async () => {
    const ids = [await owes(member, 3000), await owes(member, 5800), await owes(member, 1500)]
    const reference = await referenceOf(member)
    await reads(fileOf([{ cents: 4500, reference }]))
    await settleAll()
    expect(await Promise.all(ids.map(statusOf))).toEqual(['confirmed', 'due', 'confirmed'])
    await reads(fileOf([{ cents: 2000, reference, archive: 'second' }]))
    // a part is shown before settling, and stored after it
    const part = { cents: 2000, of: 5800 }
    expect((await list('settles'))[0]?.settles?.shares).toMatchObject([part])
    await settleAll()
    // both lines were settled at the same time, so their order may vary
    const done = (await list('done')).map(({ decided }) => decided?.did?.shares)
    expect(done).toContainEqual([expect.objectContaining(part)])
    expect(await statusOf(ids[1] ?? '')).toBe('partlyPaid')
    await reads(fileOf([{ cents: 5000, reference, archive: 'third' }]))
    await settleAll()
    expect([await statusOf(ids[1] ?? ''), await creditOf(member)]).toEqual(['confirmed', 1200])
    await expectInvariants(studio)
  })

  it('settles payments that are due or marked by the payer, whatever their payment method', async () => {
    const methods = ['bankTransfer', 'cash', 'stebby'] as const
    const ids = await Promise.all(methods.map((method, place) => owes(member, 5000 + place, method)))
    for (const paymentId of [ids[0], ids[2]])
      await studio.must(member, payments.markAsPaid, { paymentId: paymentId ?? '' })
    const reference = await referenceOf(member)
    await reads(fileOf(ids.map((_, place) => ({ cents: 5000 + place, reference, archive: `way${place}` }))))
    expect((await list('settles')).map(({ settles }) => settles?.way)).toEqual(['exact', 'exact', 'exact'])
    await settleAll()
    expect(await Promise.all(ids.map(statusOf))).toEqual(['confirmed', 'confirmed', 'confirmed'])
    await expectInvariants(studio)
  })

  it('settles, of several lines of one payer, what the lines before it left open', async () => {
    const ids = [await owes(member, 3000), await owes(member, 3000)]
    const reference = await referenceOf(member)
    await reads(fileOf([1, 2, 3].map((place) => ({ cents: 3000, reference, archive: `twin${place}` }))))
    expect(await settleAll()).toEqual({ settled: 3, changed: 0 })
    expect(await Promise.all(ids.map(statusOf))).toEqual(['confirmed', 'confirmed'])
    expect(await creditOf(member)).toBe(3000)
    await expectInvariants(studio)
  })

  it('is left to a person if a teacher has marked a payment that it may be for', async () => {
    const teacher = await studio.person('teacher')
    const paymentId = await owes(member, 5800)
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 5800 })
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
    expect((await list('look'))[0]?.look).toMatchObject({ why: 'markedByTeacher' })
  })

  it("is then suggested for the payer's other payments, not as credit", async () => {
    const ids = [await owes(member, 750), await owes(member, 750), await owes(member, 6400)]
    const marked = await owes(member, 750)
    const teacher = await studio.person('teacher')
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId: marked, actualAmount: 750 })
    await reads(fileOf([{ cents: 7900, reference: await referenceOf(member) }]))
    const [line] = await list('look')
    const [suggestion] = line?.look?.suggestions ?? []
    expect(line?.look?.why).toBe('markedByTeacher')
    const shares = (suggestion?.shares ?? []).map(({ paymentId, cents }) => ({ paymentId, cents }))
    expect(Object.fromEntries(shares.map(({ paymentId, cents }) => [paymentId, cents]))).toEqual({
      [ids[0] ?? '']: 750,
      [ids[1] ?? '']: 750,
      [ids[2] ?? '']: 6400,
    })
    await studio.must(admin, bank.assign, { lineId: line?.id ?? '', payerId: member.accountId, shares })
    expect(await Promise.all([...ids, marked].map(statusOf))).toEqual([
      'confirmed',
      'confirmed',
      'confirmed',
      'markedByTeacher',
    ])
    expect(await creditOf(member)).toBe(0)
    await expectInvariants(studio)
  })

  it('is not assigned together with others, by its account, while a teacher’s mark may be for it', async () => {
    const other = await studio.person('user', { displayName: 'Liina' })
    const before = [member, other].map(async (person, place) => {
      await owes(person, 3000)
      const reference = await referenceOf(person)
      const iban = estonianIban(70 + place)
      return [1, 2].map((time) => ({ cents: 100, reference, iban, archive: `before${place}${time}` }))
    })
    await reads(fileOf((await Promise.all(before)).flat()))
    await settleAll()
    await reads(
      fileOf([0, 1].map((place) => ({ cents: 1500, iban: estonianIban(70 + place), archive: `now${place}` }))),
    )
    const together = async () => (await studio.ask(admin, bank.suggested, {})).map(({ lines }) => lines.length)
    expect(await together()).toEqual([2])
    const teacher = await studio.person('teacher')
    const marked = await owes(member, 750)
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId: marked, actualAmount: 750 })
    expect(await together()).toEqual([])
  })
})

describe('reading a file', () => {
  it('counts each line in one of five groups, and stores nothing of lines that are no payments', async () => {
    await owes(member, 5800)
    const before = [
      { cents: 5800, reference: await referenceOf(member), archive: 'known' },
      { cents: 4000, reference: await referenceOf(member), archive: 'returned' },
    ]
    await reads(fileOf(before))
    await settleAll()
    const [known, returned] = before
    const noPayments = [
      { cents: 900, direction: 'debit', archive: 'debit', name: 'Rent of the hall' },
      { cents: 50, direction: 'debit', state: 'fee', archive: 'fee', name: 'Fee of the bank' },
      { cents: 700, state: 'pending', archive: 'pending', name: 'Not yet booked' },
      { cents: 0, archive: 'nothing', name: 'Nothing at all' },
    ] as const
    const file = fileOf([
      { ...known },
      { ...returned, direction: 'debit', day: '2026-05-06' },
      { cents: 1000, reference: known?.reference, archive: 'settles' },
      { cents: 1100, archive: 'look' },
      { cents: 1200, archive: 'lookToo' },
      ...noPayments,
    ])
    expect(await reads(file)).toEqual({
      kind: 'read',
      lines: 9,
      settles: 1,
      back: 1,
      look: 2,
      known: 1,
      others: 4,
      decided: 2,
    })
    // two lines of the first file, and those that wait of this one
    expect(await studio.sql`select distinct line_id from "bankKeys"`).toHaveLength(6)
    const kept = await studio.sql<{ name: string }>`select name from "bankLines"`
    expect(kept).toHaveLength(6)
    expect(kept.filter(({ name }) => noPayments.some((one) => one.name === name))).toEqual([])
  })

  it.each([
    ['XML', camt],
    ['a table of Swedbank', swedbank],
    ['a table of LHV', lhv],
  ])('of %s ignores a line of 0€, whatever its reference', async (_, write) => {
    await owes(member, 5800)
    const file = fileOf([{ cents: 0, reference: await referenceOf(member) }], write)
    expect(await reads(file)).toEqual({
      kind: 'read',
      lines: 1,
      settles: 0,
      back: 0,
      look: 0,
      known: 0,
      others: 1,
      decided: 0,
    })
    expect(await studio.sql`select id from "bankLines"`).toEqual([])
  })
})

describe('reading a table of another bank', () => {
  const headings = ['Päev', 'Võti', 'Kes', 'Isikukood', 'Milleks', 'Viide', 'Raha', 'Välja', 'Sisse']
  const right = { date: 0, key: 1, name: 2, text: 4, reference: 5, currency: 6, debit: 7, amount: 8 }
  const wrong = { date: 0, name: 4, debit: 7, amount: 8 }
  const table = async (archive = 'one') =>
    fileOf([{ cents: 5800, reference: await referenceOf(member), text: 'Mai', archive }], unknownBank)
  const readBy = (file: string, columns: typeof wrong) =>
    studio.call(admin, bank.read, { file, columns: { headings, columns } })
  const kept = () =>
    studio.sql<{
      name: string
      reference: string | null
      state: string
    }>`select name, reference, state from "bankLines"`
  const remembered = () => studio.sql`select columns from "bankColumns"`

  it('asks for its columns once, and remembers them', async () => {
    await owes(member, 5800)
    expect(await reads(await table())).toMatchObject({ kind: 'unknownColumns', headings })
    await readBy(await table(), right)
    expect(await reads(await table('next'))).toMatchObject({
      kind: 'read',
      settles: 1,
      table: { headings, guess: right },
    })
  })

  it('replaces the former columns and lines if the columns are changed', async () => {
    await owes(member, 5800)
    await readBy(await table(), wrong)
    expect(await kept()).toEqual([{ name: 'Mai', reference: null, state: 'waits' }])
    const { body } = await readBy(await table(), right)
    expect(body).toMatchObject({ ok: true, value: { settles: 1, known: 0 } })
    const reference = await referenceOf(member)
    expect(await kept()).toEqual([{ name: 'Mari Maasikas', reference, state: 'waits' }])
    expect(await remembered()).toEqual([{ columns: right }])
    expect(await reads(await table())).toMatchObject({ settles: 0, known: 1 })
    await settleAll()
    await expectInvariants(studio)
  })

  it('replaces also a line that a return in the same table takes back', async () => {
    const line = { cents: 5800, reference: await referenceOf(member), text: 'Mai', archive: 'one' }
    const file = fileOf([line, { ...line, direction: 'debit', day: '2026-05-06' }], unknownBank)
    await readBy(file, { ...right, name: 4 })
    const both = () => studio.sql`select name from "bankLines" order by takes_back is null desc`
    expect(await both()).toEqual([{ name: 'Mai' }, { name: null }])
    expect(await codeOf(readBy(file, right))).toBe('done')
    expect(await both()).toEqual([{ name: 'Mari Maasikas' }, { name: null }])
    expect(await studio.sql`select 1 from "bankLines" where takes_back is not null`).toHaveLength(1)
  })

  it('keeps lines that came from another statement when columns are changed', async () => {
    const line = { cents: 5800, reference: await referenceOf(member), text: 'Mai', archive: 'one' }
    const byXml = () => studio.sql`select id, statement_id, name, text from "bankLines" where cents = 5800`
    const names = async () => (await kept()).map(({ name }) => name).toSorted()
    await reads(fileOf([line]))
    const before = await byXml()
    const file = fileOf([line, { ...line, cents: 1200, archive: 'two' }], unknownBank)
    await readBy(file, { ...right, name: 4 })
    expect(await names()).toEqual(['Mai', 'Mari Maasikas'])
    const { body } = await readBy(file, right)
    expect(body).toMatchObject({ ok: true, value: { lines: 2, known: 1 } })
    expect(await names()).toEqual(['Mari Maasikas', 'Mari Maasikas'])
    expect(await byXml()).toEqual(before)
  })

  it('allows changing columns if a decided line came from another statement', async () => {
    const line = { cents: 5800, reference: await referenceOf(member), text: 'Mai', archive: 'one' }
    await reads(fileOf([line]))
    const [look] = await list('look')
    await studio.must(admin, bank.ignore, { lineId: look?.id ?? '', reason: 'A grant' })
    const file = fileOf([line], unknownBank)
    await readBy(file, { ...right, name: 4 })
    expect(await codeOf(readBy(file, right))).toBe('done')
    expect(await kept()).toMatchObject([{ state: 'ignored' }])
  })

  it('refuses changed columns if a line of the table is already decided', async () => {
    await readBy(await table(), wrong)
    const [line] = await list('look')
    await studio.must(admin, bank.ignore, { lineId: line?.id ?? '', reason: 'A grant' })
    expect(await codeOf(readBy(await table(), right))).toBe('linesDecided')
    expect([await kept(), await remembered()]).toMatchObject([[{ state: 'ignored' }], [{ columns: wrong }]])
    await studio.must(admin, bank.undo, { lineId: line?.id ?? '' })
    expect(await codeOf(readBy(await table(), right))).toBe('done')
  })
})

describe('a repeated line', () => {
  it('is recognised in the same file, in another format and in an overlapping file', async () => {
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

  it('is left to a person if its bank reference is known with another amount', async () => {
    await owes(member, 5800)
    const reference = await referenceOf(member)
    await reads(fileOf([{ cents: 5800, reference }]))
    await settleAll()
    await owes(member, 6000)
    expect(await reads(fileOf([{ cents: 6000, reference }]))).toMatchObject({ settles: 0, look: 1, known: 0 })
    expect((await list('look'))[0]?.look).toMatchObject({
      why: 'knownOtherwise',
      suggestions: [{ payerId: member.accountId, hint: 'reference' }],
    })
    expect(await ready()).toEqual([])
  })

  it('counts twice if two identical transfers of one day have different references', async () => {
    const reference = await referenceOf(member)
    await reads(
      fileOf([
        { cents: 700, reference, archive: 'one' },
        { cents: 700, reference, archive: 'two' },
      ]),
    )
    expect((await list('look')).length + (await list('settles')).length).toBe(2)
  })

  it('is settled once by two admins at once, also if they read the file at once', async () => {
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

  it('is settled once by two admins who concurrently read overlapping files in two formats', async () => {
    const PAYERS = 12
    const movements: Partial<Movement>[] = []
    for (let place = 0; place < PAYERS; place++) {
      const payer = await studio.person()
      await owes(payer, 5000)
      movements.push({ cents: 5800, reference: await referenceOf(payer), archive: `RO10000${place}` })
    }
    const second = await studio.person('admin')
    const work = async (by: Person, file: string) => {
      const read = await studio.must(by, bank.read, { file })
      const lines = (await studio.ask(by, bank.ready, {})).map(({ lineId, seen }) => ({ lineId, seen }))
      const settled = lines.length === 0 ? 0 : (await studio.must(by, bank.settle, { lines })).settled
      return { read, settled }
    }
    const outcomes = await Promise.all([
      work(admin, fileOf(movements.slice(0, 8))),
      work(second, fileOf(movements.slice(4), swedbank)),
    ])
    const added = outcomes.map(({ read }) => (read.kind === 'read' ? read.lines - read.known : 0))
    expect(added.reduce((sum, one) => sum + one, 0)).toBe(PAYERS)
    // one may have looked before the other had finished reading
    const left = (await ready()).length
    if (left > 0) await settleAll()
    const all = outcomes.reduce((sum, { settled }) => sum + settled, left)
    expect(all).toBe(PAYERS)
    const [books] = await studio.sql`select
      (select count(*)::int from receipts) as receipts, (select sum(cents)::int from receipts) as paid,
      (select count(*)::int from credits) as credits, (select sum(cents)::int from credits) as kept,
      (select count(*)::int from payments where status = 'confirmed') as confirmed`
    expect(books).toEqual({
      receipts: PAYERS,
      paid: PAYERS * 5000,
      credits: PAYERS,
      kept: PAYERS * 800,
      confirmed: PAYERS,
    })
    await expectInvariants(studio)
  })

  it('is skipped if what it would do has changed since it was shown', async () => {
    const paymentId = await owes(member, 5800)
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
    const lines = await ready()
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 5800 })
    expect(await studio.must(admin, bank.settle, { lines })).toEqual({ settled: 0, changed: 1 })
    // now it would become credit, which needs another press
    expect((await list('settles'))[0]?.settles).toMatchObject({ way: 'credit', credit: 5800 })
  })
})

describe('a line without a reference', () => {
  it('is never settled automatically, and suggests a payer', async () => {
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

  it('does not suggest a payment that a teacher has marked; the search shows the reason', async () => {
    const teacher = await studio.person('teacher')
    const paymentId = await owes(member, 5800)
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 5800 })
    await reads(fileOf([{ cents: 5800, name: 'MAASIKAS, MARI', text: 'Mari tasu' }]))
    expect((await list('look'))[0]?.look).toMatchObject({ why: 'noReference', suggestions: [] })
    const offered = async () => {
      const found = await studio.ask(admin, bank.openPayments, { search: 'Mari', cents: 5800 })
      return found.find(({ payerId }) => payerId === member.accountId)?.payments
    }
    expect(await offered()).toMatchObject([{ paymentId, markedByTeacher: true }])
    await studio.must(admin, payments.cancel, { paymentId })
    const other = await owes(member, 5800)
    expect(await offered()).toMatchObject([{ paymentId: other, markedByTeacher: false }])
  })

  it('the search lists payers who owe exactly that first, then names that begin with the text, then those that contain it', async () => {
    const people = []
    for (const displayName of ['Annemari', 'Hanna', 'Johanna', 'Anna']) {
      people.push(await studio.person('user', { displayName }))
    }
    const [annemari, hanna, johanna] = people
    for (const [person, cents] of [
      [johanna, 4000],
      [annemari, 2000],
      [hanna, 3000],
      [hanna, 5800],
    ] as const) {
      // so that each has a later deadline
      studio.now += 1
      if (person) await owes(person, cents)
    }
    const found = async (search: string, cents: number) =>
      (await studio.ask(admin, bank.openPayments, { search, cents })).map(({ name, payments: open }) =>
        [name.split(' ')[0], ...open.map((one) => one.cents / 100)].join(' '),
      )
    expect(await found('hanna', 100)).toEqual(['Hanna 30 58', 'Johanna 40'])
    expect(await found('anna', 100)).toEqual(['Anna', 'Johanna 40', 'Hanna 30 58'])
    expect(await found('anna', 5800)).toEqual(['Hanna 58 30', 'Anna', 'Johanna 40'])
    // by the sum of all open payments
    expect(await found('anna', 8800)).toEqual(['Hanna 30 58', 'Anna', 'Johanna 40'])
    expect(await found('maasikas ann', 100)).toEqual(['Annemari 20', 'Anna', 'Johanna 40', 'Hanna 30 58'])
  })

  it('suggests the rest of a payment, not its price', async () => {
    const paymentId = await owes(member, 5800)
    await reads(fileOf([{ cents: 2000, reference: await referenceOf(member) }]))
    await settleAll()
    await reads(fileOf([{ cents: 3800, name: 'Mari Maasikas', archive: 'rest' }]))
    const suggested = async () =>
      Object.fromEntries(
        (await list('look')).map(({ cents, look }) => [cents, look?.suggestions.map((one) => one.paymentId)]),
      )
    expect(await suggested()).toEqual({ 3800: [paymentId] })
    // a payment that its owner has marked is still open
    await studio.must(member, payments.markAsPaid, { paymentId })
    expect(await suggested()).toEqual({ 3800: [paymentId] })
    await reads(fileOf([{ cents: 5800, name: 'Mari Maasikas', archive: 'price' }]))
    expect(await suggested()).toEqual({ 3800: [paymentId], 5800: [] })
  })

  it('suggests what a payer of that name owes for a person of another name', async () => {
    const child = { displayName: 'Liisu', familyName: 'Kask', dob: '2016-05-05' }
    const { personId } = await studio.must(member, families.addChild, child)
    const membershipId = await aMembership(studio, admin, { standardPrice: 5800 })
    const sale = { userId: personId, membershipId, coverMember: false, paymentMethod: 'bankTransfer' } as const
    await studio.must(admin, memberships.sellTo, sale)
    await reads(fileOf([{ cents: 5800, name: 'MAASIKAS MARI' }]))
    const [suggestion, ...more] = (await list('look'))[0]?.look?.suggestions ?? []
    expect([suggestion, more]).toMatchObject([
      {
        payerId: member.accountId,
        hint: 'nameAlike',
        shares: [{ userId: personId, person: 'Liisu Kask', cents: 5800 }],
      },
      [],
    ])
  })

  it('suggests what a payer of that name owes for several people, and pays nothing before it is assigned', async () => {
    const membershipId = await aMembership(studio, admin, { standardPrice: 4500 })
    const people = []
    for (const displayName of ['Liisu', 'Juku']) {
      const child = { displayName, familyName: 'Kask', dob: '2016-05-05' }
      const { personId } = await studio.must(member, families.addChild, child)
      const sale = { userId: personId, membershipId, coverMember: false, paymentMethod: 'bankTransfer' } as const
      await studio.must(admin, memberships.sellTo, sale)
      people.push(personId)
    }
    await reads(fileOf([{ cents: 9000, name: 'MAASIKAS MARI' }]))
    expect(await studio.ask(admin, bank.ready, {})).toEqual([])
    const [line] = await list('look')
    const [suggestion, ...more] = line?.look?.suggestions ?? []
    expect([suggestion, more]).toMatchObject([{ payerId: member.accountId, hint: 'nameAlike' }, []])
    const shares = (suggestion?.shares ?? []).map(({ paymentId, cents }) => ({ paymentId, cents }))
    expect(shares.map(({ cents }) => cents)).toEqual([4500, 4500])
    expect(suggestion?.shares.map(({ userId }) => userId).toSorted()).toEqual(people.toSorted())
    await studio.must(admin, bank.assign, { lineId: line?.id ?? '', payerId: member.accountId, shares })
    for (const { paymentId } of shares) expect(await statusOf(paymentId)).toBe('confirmed')
    expect((await list('done'))[0]?.decided?.did?.hint).toBe('nameAlike')
    await expectInvariants(studio)
  })

  it('cannot pay more than its amount, nor what is not open', async () => {
    const [mine, paid] = [await owes(member, 5800), await owes(member, 300)]
    await studio.must(admin, payments.confirm, { paymentId: paid, actualAmount: 300 })
    await reads(fileOf([{ cents: 1000 }]))
    const [line] = await list('look')
    const give = (shares: { paymentId: string; cents: number }[]) =>
      codeOf(studio.call(admin, bank.assign, { lineId: line?.id ?? '', payerId: member.accountId, shares }))
    expect(await give([{ paymentId: mine, cents: 5800 }])).toBe('tooMuch')
    expect(await give([{ paymentId: paid, cents: 300 }])).toBe('paymentMoved')
    expect(await give([{ paymentId: mine, cents: 400 }])).toBe('done')
    expect([await statusOf(mine), await creditOf(member)]).toEqual(['partlyPaid', 600])
    expect(await give([])).toBe('lineMoved')
    await expectInvariants(studio)
  })

  it('can only be ignored, with a reason, if it is in another currency', async () => {
    await reads(fileOf([{ cents: 5800, currency: 'USD', reference: await referenceOf(member) }]))
    const [line] = await list('look')
    expect(line?.look?.why).toBe('otherCurrency')
    const ignore = (reason: string) => codeOf(studio.call(admin, bank.ignore, { lineId: line?.id ?? '', reason }))
    expect(await ignore(' ')).toEqual({ reason: 'reasonMissing' })
    expect(await ignore('A grant of the city')).toBe('done')
    expect((await list('done'))[0]?.decided?.reason).toBe('A grant of the city')
  })
})

describe('undoing a line', () => {
  /**
   * Why the line with this sum (default: the only one) cannot be undone; checks that the server refuses with the same
   * reason.
   */
  async function stays(sum?: number): Promise<string | null> {
    const brought = (await list('done')).filter(({ kind, cents }) => kind === 'payment' && cents === (sum ?? cents))
    const [line] = brought
    expect(brought).toHaveLength(1)
    // the undo itself is tested in each case below
    if (!line?.stays) return null
    expect(await codeOf(studio.call(admin, bank.undo, { lineId: line.id }))).toBe(line.stays)
    return line.stays
  }
  /** The member, whose reference number exists since a first, paid payment. */
  async function paying(): Promise<Person> {
    await studio.must(admin, payments.confirm, { paymentId: await owes(member, 1000), actualAmount: 1000 })
    return member
  }

  it('reverts everything that it did, and the line waits again', async () => {
    const paymentId = await owes(member, 5000)
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
    await settleAll()
    const [line] = await list('done')
    await studio.must(admin, bank.undo, { lineId: line?.id ?? '' })
    expect([await statusOf(paymentId), await creditOf(member)]).toEqual(['due', 0])
    expect(await list('settles')).toHaveLength(1)
    await expectInvariants(studio)
  })

  it('is refused if its credit was spent, until that is cancelled', async () => {
    await owes(member, 5000)
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
    await settleAll()
    const later = await owes(member, 500)
    expect(await studio.must(member, payments.spendCredit, {})).toEqual({ used: 500 })
    expect(await statusOf(later)).toBe('confirmed')
    expect(await stays()).toEqual('creditSpent')
    expect(await creditOf(member)).toBe(300)
    // what the reason suggests
    await studio.must(admin, payments.cancel, { paymentId: later })
    expect(await stays()).toBeNull()
    await expectInvariants(studio)
  })

  it('is refused if its credit was paid back, until the payer has as much again', async () => {
    const reference = await referenceOf(await paying())
    await reads(fileOf([{ cents: 800, reference }]))
    await settleAll()
    await studio.must(admin, payments.payBackCredit, { userId: member.userId, cents: 300, way: 'cash' })
    expect(await stays()).toEqual('creditPaidBack')
    const { changes } = await studio.ask(admin, payments.creditFor, { userId: member.userId })
    expect(changes.map(({ cents, source }) => [cents, source])).toEqual([
      [-300, 'paidBack'],
      [800, 'bank'],
    ])
    await reads(fileOf([{ cents: 300, reference, archive: 'again' }]))
    await settleAll()
    expect(await stays(800)).toBeNull()
    await expectInvariants(studio)
  })

  it('is possible after the mistaken "paid back" entry is undone, which works once', async () => {
    const reference = await referenceOf(await paying())
    await reads(fileOf([{ cents: 800, reference }]))
    await settleAll()
    await studio.must(admin, payments.payBackCredit, { userId: member.userId, cents: 300, way: 'cash' })
    const [change] = (await studio.ask(admin, payments.creditFor, { userId: member.userId })).changes
    const undo = () =>
      codeOf(studio.call(admin, payments.undoPaidBack, { userId: member.userId, changeId: change?.id ?? 0 }))
    expect(await Promise.all([undo(), undo()])).toEqual(expect.arrayContaining(['done', 'creditMoved']))
    expect(await creditOf(member)).toBe(800)
    expect(await stays()).toBeNull()
    // credit from the bank is only undone with its line
    const [came] = (await studio.ask(admin, payments.creditFor, { userId: member.userId })).changes
    const other = { userId: member.userId, changeId: came?.id ?? 0 }
    expect(await codeOf(studio.call(admin, payments.undoPaidBack, other))).toBe('creditMoved')
    await expectInvariants(studio)
  })

  it('is refused if the bank took its credit back with another transfer, until that is undone', async () => {
    const paymentId = await owes(member, 5000)
    const line = { cents: 5000, reference: await referenceOf(member), archive: 'back' }
    await reads(fileOf([line]))
    await settleAll()
    expect(await statusOf(paymentId)).toBe('confirmed')
    await reads(fileOf([{ cents: 800, reference: await referenceOf(member), archive: 'more' }]))
    await settleAll()
    await reads(fileOf([line, { ...line, direction: 'debit', day: '2026-05-06' }]))
    await settleAll()
    expect([await stays(800), await stays(5000)]).toEqual(['creditTakenBack', 'takenBack'])
    const back = (await list('done')).find(({ kind }) => kind === 'returned')
    await studio.must(admin, bank.undo, { lineId: back?.id ?? '' })
    expect([await stays(800), await stays(5000)]).toEqual([null, null])
    await expectInvariants(studio)
  })
})

it('settling a returned transfer takes the credit first, and opens what it paid again', async () => {
  const paymentId = await owes(member, 5000)
  const line = { cents: 5800, reference: await referenceOf(member), archive: 'back' }
  await reads(fileOf([line]))
  await settleAll()
  expect(await reads(fileOf([line, { ...line, direction: 'debit', day: '2026-05-06' }]))).toMatchObject({
    back: 1,
    known: 1,
  })
  // the preview equals the outcome
  const taken = { way: 'returned', name: 'Mari Maasikas', credit: 800, shares: [{ paymentId, cents: 5000 }] }
  expect((await list('back'))[0]?.settles).toMatchObject(taken)
  // the number of reopened payments shown beside the button
  expect((await studio.ask(admin, bank.ready, {})).map(({ opens }) => opens)).toEqual([1])
  await studio.must(admin, bank.settle, { lines: await ready(), press: 'a return' })
  expect(await studio.ask(admin, bank.undoable, {})).toMatchObject([{ press: 'a return', reopened: 1 }])
  expect((await list('done')).find(({ kind }) => kind === 'returned')?.decided?.did).toMatchObject(taken)
  expect([await statusOf(paymentId), await creditOf(member)]).toEqual(['due', 0])
  await expectInvariants(studio)
})

it('a payer can pay with credit, and gets it back when the payment is cancelled', async () => {
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
  const back = (cents: number, way = 'cash') =>
    codeOf(studio.call(admin, payments.payBackCredit, { userId: member.userId, cents, way: way as 'cash' }))
  // Stebby takes no money back
  expect([await back(3000, 'stebby'), await creditOf(member)]).toEqual([{ way: 'invalidInput' }, 3000])
  expect([await back(3100), await back(3000), await creditOf(member)]).toEqual(['noCredit', 'done', 0])
  await expectInvariants(studio)
})

describe('the sentence about a settled line', () => {
  /** The sentences of each line in a list, by the sum of the line. */
  const said = async (name: ListName) =>
    Object.fromEntries(
      (await list(name)).map(({ cents, undone, decided }) => [
        cents,
        [...undone, ...(decided ? [decided] : [])].map((deed) =>
          toldOf(deed, 'en', {
            dayOfYear: () => 'that day',
            dateOfYear: (date) => date,
            euros: (sum) => euros(sum, 'en'),
          }),
        ),
      ]),
    )
  const settled =
    'Settled by reference on that day: paid Four classes for Mari Maasikas (50€); 8€ was kept as Credit (Mari Maasikas). Confirmed by'
  const by = async () => {
    const [found] = await studio.sql<{ name: string }>`select display_name || ' ' || family_name as name
      from people where id = ${admin.userId}`
    return found?.name ?? ''
  }

  it('stays the same, whatever becomes of the payment, the credit and the payer', async () => {
    const paymentId = await owes(member, 5000)
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }, { cents: 100 }]))
    await settleAll()
    const [other] = await list('look')
    await studio.must(admin, bank.ignore, { lineId: other?.id ?? '', reason: 'A grant of the city' })
    const first = await said('done')
    expect(first).toEqual({
      5800: [`${settled} ${await by()}.`],
      100: [`Ignored on that day: A grant of the city. Decided by ${await by()}.`],
    })
    await studio.must(admin, payments.cancel, { paymentId })
    expect(await said('done')).toEqual(first)
    await studio.must(admin, payments.payBackCredit, { userId: member.userId, cents: 5800, way: 'cash' })
    expect(await said('done')).toEqual(first)
    await studio.must(admin, privacy.deleteUser, { userId: member.userId })
    expect((await said('done'))[5800]).toEqual([
      `Settled by reference on that day: paid Four classes for a deleted user (50€); 8€ was kept as Credit. Confirmed by ${await by()}.`,
    ])
  })

  it('is kept after undo, with the new outcome and a return by the bank', async () => {
    const paymentId = await owes(member, 5000)
    const line = { cents: 5800, reference: await referenceOf(member), archive: 'back' }
    await reads(fileOf([line]))
    await settleAll()
    await studio.must(admin, bank.undo, { lineId: (await list('done'))[0]?.id ?? '' })
    const undone = `${settled} ${await by()}. Undone by ${await by()} on that day.`
    expect(await said('settles')).toEqual({ 5800: [undone] })
    await studio.must(admin, payments.cancel, { paymentId })
    await settleAll()
    const again = `Settled by reference on that day: nothing was open; 58€ was kept as Credit (Mari Maasikas). Confirmed by ${await by()}.`
    expect(await said('done')).toEqual({ 5800: [undone, again] })
    await reads(fileOf([line, { ...line, direction: 'debit', day: '2026-05-06' }]))
    await settleAll()
    const takenBack = (await list('done')).map(({ kind, decided }) => [kind, decided?.takenBackOn])
    expect(Object.fromEntries(takenBack)).toEqual({ returned: null, payment: '2026-05-06' })
    await expectInvariants(studio)
  })

  it('says of a part how much was open', async () => {
    await owes(member, 5800)
    const reference = await referenceOf(member)
    await reads(fileOf([{ cents: 2000, reference }]))
    await settleAll()
    await reads(fileOf([{ cents: 3800, reference, archive: 'rest' }]))
    await settleAll()
    expect(await said('done')).toEqual({
      2000: [
        `Settled by reference on that day: paid Four classes for Mari Maasikas (20€ of 58€). Confirmed by ${await by()}.`,
      ],
      3800: [
        `Settled by reference on that day: paid Four classes for Mari Maasikas (38€). Confirmed by ${await by()}.`,
      ],
    })
  })

  it('says by which suggestion it was assigned, or that it was assigned by hand', async () => {
    const paymentId = await owes(member, 5800)
    await reads(fileOf([{ cents: 5800, name: 'MAASIKAS MARI' }, { cents: 700 }]))
    for (const { id, cents } of await list('look')) {
      const shares = cents === 5800 ? [{ paymentId, cents }] : []
      await studio.must(admin, bank.assign, { lineId: id, payerId: member.accountId, shares })
    }
    expect(await said('done')).toEqual({
      5800: [
        `Assigned as suggested (same amount, similar name) on that day: paid Four classes for Mari Maasikas (58€). Confirmed by ${await by()}.`,
      ],
      700: [`Assigned by hand on that day: 7€ was kept as Credit (Mari Maasikas). Confirmed by ${await by()}.`],
    })
  })

  it("stays the same after the payer's record is merged with another", async () => {
    const kept = await studio.person('user', { displayName: 'Mari' })
    await owes(member, 5800)
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
    await settleAll()
    const before = await said('done')
    await studio.must(admin, merging.merge, { keptId: kept.userId, goneId: member.userId, take: [] })
    expect(await said('done')).toEqual(before)
    await expectInvariants(studio)
  })
})

it('deleting a user names what goes with them, removes their data from the lines, and keeps the books', async () => {
  await owes(member, 5800)
  await reads(fileOf([{ cents: 6500, reference: await referenceOf(member) }]))
  await settleAll()
  const held = await studio.must(member, privacy.download, {})
  expect(held.transfers).toHaveLength(1)
  await owes(member, 1200)
  expect(await studio.ask(admin, privacy.moneyOf, { userId: member.userId })).toEqual({ owed: 1200, credit: 700 })
  await studio.must(admin, privacy.deleteUser, { userId: member.userId })
  expect(await studio.sql`select name, iban, text, cents, payer_id as payer from "bankLines"`).toEqual([
    { name: null, iban: null, text: '', cents: 6500, payer: `person-${member.userId}` },
  ])
  await expectInvariants(studio)
})

it('tells how many lines wait, until they are settled', async () => {
  await owes(member, 5800)
  const waiting = () => studio.ask(admin, bank.linesWaiting, {})
  expect(await waiting()).toEqual({ lines: 0 })
  await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }, { cents: 300 }]))
  expect(await waiting()).toEqual({ lines: 2 })
  await settleAll()
  expect(await waiting()).toEqual({ lines: 1 })
})

describe('assigning a line by hand', () => {
  const look = async () => (await list('look'))[0]?.id ?? ''
  const assign = (lineId: string, payerId: string, shares: { paymentId: string; cents: number }[] = []) =>
    codeOf(studio.call(admin, bank.assign, { lineId, payerId, shares }))

  it('can pay for several payers, and is undone as a whole', async () => {
    const other = await studio.person()
    const [mine, theirs] = [await owes(member, 3000), await owes(other, 2000)]
    await reads(fileOf([{ cents: 5500 }]))
    const lineId = await look()
    const shares = [
      { paymentId: mine, cents: 3000 },
      { paymentId: theirs, cents: 2000 },
    ]
    expect(await assign(lineId, member.accountId, shares)).toBe('done')
    expect([await statusOf(mine), await statusOf(theirs), await creditOf(member)]).toEqual([
      'confirmed',
      'confirmed',
      500,
    ])
    expect((await list('done'))[0]?.decided?.did).toMatchObject({
      userId: member.userId,
      others: [{ userId: other.userId }],
    })
    await expectInvariants(studio)
    await studio.must(admin, bank.undo, { lineId })
    expect([await statusOf(mine), await statusOf(theirs), await creditOf(member)]).toEqual(['due', 'due', 0])
    await expectInvariants(studio)
  })

  it('can be credit of a person who has no payments', async () => {
    await reads(fileOf([{ cents: 5500 }]))
    const named = await studio.ask(admin, bank.openPayments, { search: 'Mari', cents: 5800 })
    const found = named.find(({ userId }) => userId === member.userId)
    expect(found).toMatchObject({ name: 'Mari Maasikas', payments: [] })
    expect(await assign(await look(), 'nobody')).toBe('paymentMoved')
    expect(await assign(await look(), found?.payerId ?? '')).toBe('done')
    expect([await creditOf(member), await referenceOf(member)]).toEqual([5500, expect.stringMatching(/^\d{7}$/)])
    await expectInvariants(studio)
  })
})

describe('lines suggested for the same reason', () => {
  const named = async (...names: string[]) => {
    const people = []
    for (const displayName of names) {
      const person = await studio.person('user', { displayName })
      people.push({ person, paymentId: await owes(person, 5800) })
    }
    return people
  }
  const shown = async () => studio.ask(admin, bank.suggested, {})
  const asSeen = (kinds: Awaited<ReturnType<typeof shown>>) =>
    kinds.flatMap(({ lines }) => lines.map(({ lineId, seen }) => ({ lineId, seen })))

  it('are assigned with one press and undone with another; nothing is booked before', async () => {
    const people = await named('Anu', 'Epp')
    await reads(fileOf(['Anu', 'Epp'].map((name) => ({ cents: 5800, name: `MAASIKAS ${name}` }))))
    const kinds = await shown()
    expect(kinds).toMatchObject([{ hint: 'nameAlike', total: 2, lines: [{ cents: 5800 }, { cents: 5800 }] }])
    const statuses = () => Promise.all(people.map(({ paymentId }) => statusOf(paymentId)))
    expect(await statuses()).toEqual(['due', 'due'])
    const lines = asSeen(kinds)
    expect(await studio.must(admin, bank.assignSuggested, { lines })).toEqual({ settled: 2, changed: 0 })
    expect([await statuses(), await shown()]).toEqual([['confirmed', 'confirmed'], []])
    const done = await list('done')
    expect(done.map(({ decided }) => decided?.did?.hint)).toEqual(['nameAlike', 'nameAlike'])
    expect(await studio.must(admin, bank.assignSuggested, { lines })).toEqual({ settled: 0, changed: 2 })
    const lineIds = lines.map(({ lineId }) => lineId)
    expect(await studio.must(admin, bank.undoMany, { lineIds })).toEqual({ undone: 2, stayed: 0 })
    expect(await statuses()).toEqual(['due', 'due'])
    await expectInvariants(studio)
  })

  it('are skipped if what they would pay has changed since they were shown', async () => {
    const [anu] = await named('Anu', 'Epp')
    await reads(fileOf(['Anu', 'Epp'].map((name) => ({ cents: 5800, name: `MAASIKAS ${name}` }))))
    const lines = asSeen(await shown())
    await studio.must(admin, payments.cancel, { paymentId: anu?.paymentId ?? '' })
    const another = await owes(anu?.person ?? member, 5800)
    expect(await studio.must(admin, bank.assignSuggested, { lines })).toEqual({ settled: 1, changed: 1 })
    expect(await statusOf(another)).toBe('due')
    await expectInvariants(studio)
  })

  it('exclude payers of whom another line or a reference exists', async () => {
    const [anu, epp] = await named('Anu', 'Epp', 'Ivo', 'Uku')
    const reference = await referenceOf(epp?.person ?? member)
    await reads(
      fileOf([
        { cents: 5800, name: 'MAASIKAS Anu' },
        { cents: 5800, name: 'Anu Maasikas' },
        { cents: 5800, name: 'MAASIKAS Epp' },
        { cents: 5800, reference },
        { cents: 5800, name: 'MAASIKAS Ivo' },
        { cents: 5800, name: 'MAASIKAS Uku' },
      ]),
    )
    expect((await shown()).map(({ lines }) => lines.map(({ line }) => line).toSorted())).toEqual([
      ['MAASIKAS Ivo', 'MAASIKAS Uku'],
    ])
    expect(await statusOf(anu?.paymentId ?? '')).toBe('due')
  })
})

it('a line from an account whose last line was ignored offers the same reason', async () => {
  await reads(fileOf([{ cents: 900, name: 'Linn' }]))
  const [first] = await list('look')
  expect(first?.look?.ignoredBefore).toBeNull()
  await studio.must(admin, bank.ignore, { lineId: first?.id ?? '', reason: 'A grant' })
  await reads(
    fileOf([
      { cents: 950, name: 'Linn', archive: 'second' },
      { cents: 960, name: 'Linn', archive: 'third', iban: estonianIban(99) },
    ]),
  )
  const offered = (await list('look')).map(({ cents, look }) => [cents, look?.ignoredBefore])
  expect(Object.fromEntries(offered)).toEqual({ 950: 'A grant', 960: null })
})

describe('a payment paid by a line', () => {
  it('becomes credit when staff cancel it, which is undone with the line, unless it was spent', async () => {
    const paymentId = await owes(member, 5000)
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
    await settleAll()
    await studio.must(admin, payments.cancel, { paymentId })
    expect([await statusOf(paymentId), await creditOf(member)]).toEqual(['cancelled', 5800])
    await expectInvariants(studio)
    const later = await owes(member, 1000)
    await studio.must(member, payments.spendCredit, {})
    const lineId = (await list('done'))[0]?.id ?? ''
    expect(await codeOf(studio.call(admin, bank.undo, { lineId }))).toBe('creditSpent')
    await studio.must(admin, payments.cancel, { paymentId: later })
    await studio.must(admin, bank.undo, { lineId })
    expect(await creditOf(member)).toBe(0)
    await expectInvariants(studio)
  })

  it('stays bank money of its day when staff cancel it later: the sums of that month are the bank’s', async () => {
    const paymentId = await owes(member, 5000)
    const day = '2026-03-09'
    await reads(fileOf([{ cents: 5800, day, reference: await referenceOf(member) }]))
    await settleAll()
    const cameIn = async () => {
      const sums = await studio.ask(admin, payments.journalSums, { month: day.slice(0, 7) })
      return moneyOfWays(sums).map(({ way, paid, credit, cameIn: sum }) => [way, paid, credit, sum])
    }
    expect(await cameIn()).toEqual([['bankTransfer', 5000, 800, 5800]])
    studio.now += 40 * DAY
    await studio.must(admin, payments.cancel, { paymentId })
    expect(await cameIn()).toEqual([['bankTransfer', 0, 5800, 5800]])
    const { changes } = await studio.ask(admin, payments.creditFor, { userId: member.userId })
    expect(changes.map((one) => [one.day, one.cents, one.source, one.what])).toEqual([
      [day, 5000, 'cancelled', 'Four classes'],
      [day, 800, 'bank', ''],
    ])
    const month = dateIn('Europe/Tallinn', studio.now).slice(0, 7)
    const { before, creditBefore } = await studio.ask(admin, payments.journalSums, { month })
    expect([before.cents, creditBefore.cents]).toEqual([-5000, 5000])
    await studio.must(admin, payments.payBackCredit, { userId: member.userId, cents: 800, way: 'cash' })
    const later = moneyOfWays(await studio.ask(admin, payments.journalSums, { month }))
    expect(later).toEqual([{ way: 'cash', count: 0, paid: 0, credit: -800, cameIn: -800 }])
    await expectInvariants(studio)
  })

  it('can be partly paid, and staff can let the rest go', async () => {
    const paymentId = await owes(member, 5800)
    await reads(fileOf([{ cents: 2000, reference: await referenceOf(member) }]))
    await settleAll()
    const letGo = (seenReceived: number) =>
      codeOf(studio.call(admin, payments.letGoOfRest, { paymentId, seenReceived }))
    expect([await statusOf(paymentId), await letGo(0), await letGo(2000), await letGo(2000)]).toEqual([
      'partlyPaid',
      'paymentMoved',
      'done',
      'paymentMoved',
    ])
    expect(await statusOf(paymentId)).toBe('confirmed')
    // the member's own data includes it
    const { payments: held } = await studio.must(member, privacy.download, {})
    expect(held).toMatchObject([{ priceInCents: 5800, amountInCents: 2000, letGoInCents: 3800 }])
    await expectInvariants(studio)
  })
})

it('all lines of one press can be undone at once', async () => {
  const ids = [await owes(member, 3000), await owes(member, 4000)]
  const reference = await referenceOf(member)
  await reads(
    fileOf([
      { cents: 3000, reference, archive: 'one' },
      { cents: 9000, reference, archive: 'two' },
    ]),
  )
  const lineIds = (await ready()).map(({ lineId }) => lineId)
  await settleAll()
  expect(await studio.must(admin, bank.undoMany, { lineIds })).toEqual({ undone: 2, stayed: 0 })
  expect([...(await Promise.all(ids.map(statusOf))), await creditOf(member)]).toEqual(['due', 'due', 0])
  expect(await list('settles')).toHaveLength(2)
  await expectInvariants(studio)
})

it("undoable lists, for two minutes, what the caller's presses have settled and nobody has undone", async () => {
  const another = await studio.person('admin')
  await owes(member, 3000)
  const reference = await referenceOf(member)
  const archives = ['one', 'two', 'three', 'four', 'five']
  await reads(fileOf(archives.map((archive) => ({ cents: 3000, reference, archive }))))
  const [one, two, three, four, five] = (await ready()).map(({ lineId }) => lineId)
  const send = async (press: string | undefined, lineIds: readonly unknown[]) => {
    const lines = (await ready()).filter(({ lineId }) => lineIds.includes(lineId))
    expect(await studio.must(admin, bank.settle, { lines, press })).toEqual({ settled: lines.length, changed: 0 })
  }
  const undoable = () => studio.ask(admin, bank.undoable, {})
  expect(await undoable()).toEqual([])
  await send('first press', [one, two])
  studio.now += MINUTE
  await send('first press', [three])
  studio.now += MINUTE / 2
  await send('second press', [four])
  await send(undefined, [five])
  const second = { press: 'second press', lineIds: [four], reopened: null, names: ['Mari Maasikas'], others: 0 }
  expect(new Set((await undoable())[0]?.lineIds)).toEqual(new Set([one, two, three]))
  expect((await undoable()).slice(1)).toEqual([second])
  expect(await studio.ask(another, bank.undoable, {})).toEqual([])

  await studio.must(another, bank.undo, { lineId: three ?? '' })
  studio.now += MINUTE / 4
  expect(new Set((await undoable())[0]?.lineIds)).toEqual(new Set([one, two]))
  studio.now += MINUTE / 4
  expect(await undoable()).toEqual([second])
  expect(await studio.changes(admin, bank.undoable, {})).toEqual([studio.now + (3 * MINUTE) / 2])
  studio.now += 2 * MINUTE
  expect(await undoable()).toEqual([])
  await expectInvariants(studio)
  // a past time must not be returned as the next change, since the query would run again and again
  expect(await studio.changes(admin, bank.undoable, {})).toEqual([])
})

describe('letters to payers', () => {
  /** Returns the letters written since the last call; those within a quarter of an hour are combined. */
  let before = 0
  beforeEach(() => {
    before = 0
  })
  const told = async () => {
    studio.now += 20 * MINUTE
    await studio.runJobs()
    await studio.writeLetters()
    const all = await studio.sql<{ subject: string; text: string }>`select subject, text from outbox order by id`
    const since = all.slice(before)
    before = all.length
    return since
  }

  it('are one per payer, with what came and what is open, after the time for undo', async () => {
    const other = await studio.person()
    for (const price of [3000, 4000, 1500]) await owes(member, price)
    await owes(other, 2000)
    await told()
    const reference = await referenceOf(member)
    const theirs = { cents: 2000, reference: await referenceOf(other), archive: 'theirs' }
    await reads(fileOf([3000, 4000].map((cents) => ({ cents, reference, archive: `of${cents}` })).concat(theirs)))
    await settleAll()
    const letters = await told()
    const about = (sum: string) => letters.filter(({ subject }) => subject === `We have received ${sum}`)
    expect([letters.length, about('70€').length, about('20€').length]).toEqual([2, 1, 1])
    for (const said of [
      'Still to pay: 15€.',
      'Please pay by bank transfer.',
      'IBAN: EE47 1000 0010 2014 5685',
      `Reference number: ${reference}`,
    ]) {
      expect(about('70€')[0]?.text).toContain(said)
    }
    expect(about('20€')[0]?.text).toContain('Nothing else is to be paid.')
    expect(about('20€')[0]?.text).not.toContain('IBAN')
    expect(await told()).toEqual([])
  })

  it('cover, in the morning, everything that came at night and what is then open', async () => {
    const [first, second] = [await owes(member, 3000), await owes(member, 4000)]
    await told()
    const reference = await referenceOf(member)
    studio.now = Date.parse('2026-03-10T23:00:00+02:00')
    const settleAtNight = async (cents: number) => {
      await reads(fileOf([{ cents, reference, archive: `night${cents}` }]))
      await settleAll()
      studio.now += 20 * MINUTE
      await studio.runJobs()
      studio.now += MINUTE
    }
    await settleAtNight(3000)
    await settleAtNight(4000)
    expect(await Promise.all([first, second].map(statusOf))).toEqual(['confirmed', 'confirmed'])
    studio.now = Date.parse('2026-03-11T08:00:00+02:00')
    const [letter, ...more] = await told()
    expect(more).toEqual([])
    expect(letter?.subject).toBe('We have received 70€')
    expect(letter?.text).toContain('Nothing else is to be paid.')
    expect(letter?.text).not.toContain('IBAN')
  })

  it('say of a line that is split only what came for their reader', async () => {
    const liis = await studio.person('user', { displayName: 'Liis', email: 'liis@example.ee' })
    const [own, theirs] = [await owes(member, 3000), await owes(liis, 2000)]
    await told()
    await reads(fileOf([{ cents: 5500 }]))
    const [line] = await list('look')
    const shares = [
      { paymentId: own, cents: 3000 },
      { paymentId: theirs, cents: 2000 },
    ]
    await studio.must(admin, bank.assign, { lineId: line?.id ?? '', payerId: member.accountId, shares })
    const letters = await told()
    expect(letters.map(({ subject }) => subject).toSorted()).toEqual(['We have received 20€', 'We have received 35€'])
    const toLiis = letters.find(({ subject }) => subject.endsWith(' 20€'))
    expect(toLiis?.text).toMatch(/Transfer of .*: 20€/)
    expect(toLiis?.text).not.toMatch(/35€|55€|30€/)
  })

  it('ask for the open sum once, at the end, if they cover a transfer and a confirmation by staff', async () => {
    const [, byHand] = [await owes(member, 3000), await owes(member, 4000), await owes(member, 1500)]
    await told()
    studio.now = Date.parse('2026-03-10T23:00:00+02:00')
    await reads(fileOf([{ cents: 3000, reference: await referenceOf(member) }]))
    await settleAll()
    await studio.must(admin, payments.confirm, { paymentId: byHand, actualAmount: 4000 })
    await studio.runJobs()
    studio.now += 20 * MINUTE
    await studio.runJobs()
    studio.now = Date.parse('2026-03-11T08:00:00+02:00')
    const [letter, ...more] = await told()
    expect(more).toEqual([])
    const [, first = '', last = ''] = letter?.text.split(/We have received 30€|We received 40€/) ?? []
    for (const said of ['Still to pay: 15€.', 'Please pay by bank transfer.', 'IBAN: ']) {
      expect(first).not.toContain(said)
      expect(last.split(said)).toHaveLength(2)
    }
  })

  it('omit, in the morning, what was undone in the meantime', async () => {
    await owes(member, 3000)
    await told()
    studio.now = Date.parse('2026-03-10T23:00:00+02:00')
    await reads(fileOf([{ cents: 3000, reference: await referenceOf(member) }]))
    const [line] = await ready()
    await settleAll()
    studio.now += 20 * MINUTE
    await studio.runJobs()
    await studio.must(admin, bank.undo, { lineId: line?.lineId ?? '' })
    studio.now = Date.parse('2026-03-11T08:00:00+02:00')
    expect(await told()).toEqual([])
  })

  it('contain account holder, IBAN, sum and reference number after a purchase', async () => {
    await owes(member, 3000)
    const { bankAccount } = studio.services.settings
    const [bought, ...more] = await told()
    expect(more).toEqual([])
    for (const fact of [
      'To pay: 30€',
      `Recipient: ${bankAccount?.holder}`,
      'IBAN: EE47 1000 0010 2014 5685',
      `Reference number: ${await referenceOf(member)}`,
    ])
      expect(bought?.text).toContain(fact)
  })

  it('are not sent for what was undone', async () => {
    await owes(member, 3000)
    await told()
    await reads(fileOf([{ cents: 3000, reference: await referenceOf(member) }]))
    const lineIds = (await ready()).map(({ lineId }) => lineId)
    await settleAll()
    await studio.must(admin, bank.undoMany, { lineIds })
    expect(await told()).toEqual([])
  })
})

it('a replaced account stays in the list of other accounts if one of its statements was read', async () => {
  const save = async (change: Partial<Sections['payments']>) => {
    const { payments: before } = await studio.ask(admin, settings.all, {})
    await studio.must(admin, settings.save, { section: 'payments', typed: { ...before, ...change }, before })
  }
  await save({ iban: 'EE382200221020145685' })
  await save({ iban: ACCOUNT, otherAccounts: '' })
  await reads(fileOf([{ cents: 3000 }]))
  await save({ iban: 'EE291010220279349223' })
  expect((await studio.ask(admin, settings.all, {})).payments.otherAccounts).toBe(ACCOUNT)
})

describe('a returned transfer', () => {
  const line = (reference: string) => ({ cents: 5800, reference, archive: 'back' })
  const comesBack = async (reference: string) => {
    const first = line(reference)
    await reads(fileOf([first, { ...first, direction: 'debit', day: '2026-05-06' }]))
  }

  describe('with a new bank reference, recognised only by the EndToEndId', () => {
    const back = { direction: 'debit', state: 'returned', archive: 'return', order: 'return' } as const

    it('opens again what the original paid, wherever both are in the file', async () => {
      const paymentId = await owes(member, 5800)
      const paid = { cents: 5800, reference: await referenceOf(member), endToEndId: 'E2E-1', archive: 'paid' }
      await reads(fileOf([paid]))
      await settleAll()
      const again = { ...paid, archive: 'again', day: '2026-05-05' }
      const file = fileOf([{ ...again, ...back, day: '2026-05-06' }, again])
      expect(await reads(file)).toMatchObject({ settles: 1, back: 1, look: 0, others: 0 })
      // the newest one with that EndToEndId counts: it still waits, so it has not paid anything
      expect((await list('back'))[0]?.settles).toMatchObject({ shares: [], credit: 0 })
      expect(await settleAll()).toEqual({ settled: 1, changed: 1 })
      expect([await statusOf(paymentId), await ready()]).toEqual(['confirmed', []])
      const second = fileOf([{ ...paid, ...back, archive: 'return2', day: '2026-05-07' }])
      expect(await reads(second)).toMatchObject({ back: 1 })
      expect((await list('back'))[0]?.settles).toMatchObject({ name: 'Mari Maasikas', shares: [{ paymentId }] })
      await settleAll()
      expect(await statusOf(paymentId)).toBe('due')
      expect(await reads(second)).toMatchObject({ known: 1, back: 0 })
      await expectInvariants(studio)
    })

    it.each([
      ['of another amount', { cents: 5700 }],
      ['of another account', { iban: estonianIban(99) }],
      ['of an earlier day', { day: '2026-05-01' }],
      ['of another payer', { endToEndId: '', reference: '13' }],
    ])('is not linked if it is %s, and can only be ignored', async (_, other) => {
      const paymentId = await owes(member, 5800)
      const paid = { cents: 5800, reference: await referenceOf(member), endToEndId: 'E2E-1', archive: 'paid' }
      await reads(fileOf([paid]))
      await settleAll()
      const counts = { settles: 0, back: 0, look: 1, others: 0 }
      expect(await reads(fileOf([{ ...paid, ...back, ...other }]))).toMatchObject(counts)
      const [line] = await list('look')
      expect(line).toMatchObject({ kind: 'returned', look: { why: 'takesBackUnknown', suggestions: [] } })
      expect(await studio.ask(admin, bank.counts, {})).toMatchObject({ back: 0, look: 1 })
      expect(await ready()).toEqual([])
      const lineId = line?.id ?? ''
      const all = { lineId, payerId: member.accountId ?? '', shares: [] }
      expect(await codeOf(studio.call(admin, bank.assign, all))).toBe('lineMoved')
      await studio.must(admin, bank.ignore, { lineId, reason: 'Paid back by hand' })
      expect([await statusOf(paymentId), await list('look')]).toEqual(['confirmed', []])
      await expectInvariants(studio)
    })

    describe('or not at all', () => {
      const unmarked = { ...back, endToEndId: '', day: '2026-05-06' }
      const suggested = async () => {
        const line = (await list('look')).find(({ kind }) => kind === 'returned')
        const { takesBack } = line?.look ?? {}
        return takesBack ? { lineId: line?.id ?? '', originalId: takesBack.lineId, seen: takesBack.seen } : null
      }

      it('suggests the transfer of that account, sum and reference, and reopens what it paid when somebody says so', async () => {
        const paymentId = await owes(member, 5800)
        const paid = { cents: 5800, reference: await referenceOf(member), endToEndId: 'E2E-1' }
        await reads(fileOf([{ ...paid, archive: 'paid', day: '2026-05-04' }]))
        await settleAll()
        expect(await reads(fileOf([{ ...paid, ...unmarked }]))).toMatchObject({ back: 0, look: 1 })
        const [line] = await list('look')
        expect(line?.look).toMatchObject({
          why: 'mayTakeBack',
          takesBack: { day: '2026-05-04', name: 'Mari Maasikas', shares: [{ paymentId, cents: 5800 }] },
        })
        expect([await ready(), await statusOf(paymentId)]).toEqual([[], 'confirmed'])
        const asked = await suggested()
        await studio.must(admin, bank.takeBack, asked ?? never())
        expect([await statusOf(paymentId), await list('look')]).toEqual(['due', []])
        const returned = (await list('done')).find(({ id }) => id === line?.id)
        expect(returned?.decided?.did).toMatchObject({ way: 'returned', shares: [{ paymentId }] })
        expect(await codeOf(studio.call(admin, bank.takeBack, asked ?? never()))).toBe('lineMoved')
        await expectInvariants(studio)
        // undone, it is a suggestion again and is not settled with the others
        await studio.must(admin, bank.undo, { lineId: line?.id ?? '' })
        expect([await statusOf(paymentId), await ready(), await suggested()]).toEqual(['confirmed', [], asked])
        await studio.must(admin, bank.ignore, { lineId: line?.id ?? '', reason: 'Paid back by hand' })
        await expectInvariants(studio)
      })

      it('suggests the newest that was not taken back, also without a reference, each for one return', async () => {
        await owes(member, 5800)
        const paid = { cents: 5800, reference: await referenceOf(member), endToEndId: 'E2E-1' }
        const days = ['2026-04-04', '2026-05-04', '2026-05-07']
        await reads(fileOf(days.map((day) => ({ ...paid, day, archive: day }))))
        await settleAll()
        const returns = ['one', 'two', 'three'].map((archive) => ({ ...paid, ...unmarked, reference: '', archive }))
        await reads(fileOf(returns.map((one) => ({ ...one, order: one.archive }))))
        const looked = await list('look')
        expect(looked.map(({ look }) => look?.takesBack?.day ?? null)).toEqual(['2026-05-04', '2026-04-04', null])
        const [, second] = looked
        const { lineId: originalId = '', seen = '' } = second?.look?.takesBack ?? {}
        await studio.must(admin, bank.takeBack, { lineId: second?.id ?? '', originalId, seen })
        expect((await list('look')).map(({ look }) => look?.takesBack?.day ?? null)).toEqual(['2026-05-04', null])
        await expectInvariants(studio)
      })

      it('does nothing if what it would do has changed since it was shown', async () => {
        const paymentId = await owes(member, 5000)
        const paid = { cents: 5800, reference: await referenceOf(member), endToEndId: 'E2E-1', day: '2026-05-04' }
        await reads(fileOf([{ ...paid, archive: 'paid' }]))
        await settleAll()
        await reads(fileOf([{ ...paid, ...unmarked }]))
        const asked = await suggested()
        await studio.must(admin, payments.payBackCredit, { userId: member.userId, cents: 300, way: 'cash' })
        expect(await codeOf(studio.call(admin, bank.takeBack, asked ?? never()))).toBe('paymentMoved')
        expect(await statusOf(paymentId)).toBe('confirmed')
        const now = await suggested()
        await studio.must(admin, bank.takeBack, now ?? never())
        expect([await statusOf(paymentId), await creditOf(member)]).toEqual(['due', 0])
        await expectInvariants(studio)
      })
    })

    it('finds an original in a file that is read later, once its own file is read again', async () => {
      const paymentId = await owes(member, 5800)
      const paid = { cents: 5800, reference: await referenceOf(member), endToEndId: 'E2E-1', archive: 'paid' }
      const later = fileOf([{ ...paid, ...back, day: '2026-05-06' }])
      expect(await reads(later)).toMatchObject({ look: 1 })
      await reads(fileOf([paid]))
      await settleAll()
      expect(await reads(later)).toMatchObject({ known: 1, look: 0, others: 0 })
      expect(await list('look')).toEqual([])
      expect((await list('back'))[0]?.settles).toMatchObject({ shares: [{ paymentId }] })
      await settleAll()
      expect(await statusOf(paymentId)).toBe('due')
      expect(await reads(later)).toMatchObject({ known: 1 })
      await expectInvariants(studio)
    })
  })

  it('takes what another return of the same payer leaves, in any order', async () => {
    const ids = [await owes(member, 3000), await owes(member, 4000)]
    const reference = await referenceOf(member)
    const paid = ['one', 'two'].map((archive) => ({ cents: 4000, reference, archive }))
    await reads(fileOf(paid))
    await settleAll()
    expect([...(await Promise.all(ids.map(statusOf))), await creditOf(member)]).toEqual([
      'confirmed',
      'confirmed',
      1000,
    ])
    await reads(fileOf(paid.map((one) => ({ ...one, direction: 'debit', day: '2026-05-06' }))))
    const said = async (name: ListName, of: (line: ShownLine) => unknown) =>
      Object.fromEntries(
        (await list(name)).filter(({ kind }) => kind === 'returned').map((line) => [line.id, of(line)]),
      )
    const effect = (did: Pick<NonNullable<ShownLine['settles']>, 'credit' | 'shares'> | null | undefined) =>
      did && { credit: did.credit, shares: did.shares.map(({ paymentId, cents }) => [paymentId, cents]) }
    const before = await said('back', ({ settles }) => effect(settles))
    expect(Object.values(before)).toHaveLength(2)
    await settleAll()
    expect(await said('done', ({ decided }) => effect(decided?.did))).toEqual(before)
    expect([...(await Promise.all(ids.map(statusOf))), await creditOf(member)]).toEqual(['due', 'due', 0])
    await expectInvariants(studio)
  })

  it('settled together with its original: both have no effect on money', async () => {
    const paymentId = await owes(member, 5800)
    await comesBack(await referenceOf(member))
    const lines = await ready()
    expect(lines).toHaveLength(2)
    expect(await studio.must(admin, bank.settle, { lines })).toEqual({ settled: 1, changed: 1 })
    expect([await statusOf(paymentId), await ready()]).toEqual(['due', []])
    await expectInvariants(studio)
  })

  it('shows in advance what was paid out since, and is skipped if that has changed', async () => {
    await owes(member, 5000)
    const reference = await referenceOf(member)
    await reads(fileOf([line(reference)]))
    await settleAll()
    await comesBack(reference)
    const lines = await ready()
    await studio.must(admin, payments.payBackCredit, { userId: member.userId, cents: 300, way: 'cash' })
    expect(await studio.must(admin, bank.settle, { lines })).toEqual({ settled: 0, changed: 1 })
    expect((await list('back'))[0]?.settles).toMatchObject({ credit: 500, missing: 300 })
    expect(await settleAll()).toEqual({ settled: 1, changed: 0 })
    await expectInvariants(studio)
  })

  it('concurrently with spending its credit takes back what that credit paid', async () => {
    const paymentId = await owes(member, 5000)
    const reference = await referenceOf(member)
    await reads(fileOf([line(reference)]))
    await settleAll()
    const later = await owes(member, 500)
    await comesBack(reference)
    const lines = await ready()
    await Promise.all([
      studio.must(admin, bank.settle, { lines }),
      codeOf(studio.call(member, payments.spendCredit, {})),
    ])
    // if the credit was spent first, the preview had changed
    if ((await ready()).length > 0) await settleAll()
    expect([await statusOf(paymentId), await statusOf(later), await creditOf(member)]).toEqual(['due', 'due', 0])
    await expectInvariants(studio)
  })

  it('suppresses reminders of what it opened again for three days', async () => {
    const paymentId = await owes(member, 5000)
    const reference = await referenceOf(member)
    await reads(fileOf([line(reference)]))
    await settleAll()
    await comesBack(reference)
    await settleAll()
    expect(await statusOf(paymentId)).toBe('due')
    const which = { paymentIds: [paymentId] }
    const remind = async () =>
      (await studio.must(admin, payments.remindPayers, { ...which, payerIds: [member.accountId] })).reminded
    studio.now += 3 * DAY - MINUTE
    expect(await studio.ask(admin, payments.toRemind, which)).toEqual({
      owed: 0,
      letters: [],
      left: [{ name: 'Mari Maasikas', why: 'returnedLately' }],
    })
    expect(await remind()).toBe(0)
    studio.now += MINUTE
    expect(await remind()).toBe(1)
  })

  it('reports what was paid out since, and leaves no credit behind', async () => {
    await owes(member, 5000)
    const reference = await referenceOf(member)
    await reads(fileOf([line(reference)]))
    await settleAll()
    const later = await owes(member, 500)
    await studio.must(member, payments.spendCredit, {})
    await studio.must(admin, payments.payBackCredit, { userId: member.userId, cents: 300, way: 'cash' })
    await comesBack(reference)
    await settleAll()
    expect(await statusOf(later)).toBe('due')
    expect((await list('done')).find(({ kind }) => kind === 'returned')?.decided?.did).toMatchObject({ missing: 300 })
    // the paid-back entry cannot become credit again, since the bank's return found it missing
    const { changes } = await studio.ask(admin, payments.creditFor, { userId: member.userId })
    const paidBack = changes.find(({ source }) => source === 'paidBack')
    const undone = studio.call(admin, payments.undoPaidBack, { userId: member.userId, changeId: paidBack?.id ?? 0 })
    expect(await codeOf(undone)).toBe('transferTakenBack')
    await expectInvariants(studio)
    await studio.must(admin, payments.cancel, { paymentId: later })
    expect(await creditOf(member)).toBe(0)
    await expectInvariants(studio)
  })

  it('keeps the paid-back credit of another payer, for whom the transfer paid too, from being restored', async () => {
    const liis = await studio.person('user', { displayName: 'Liis' })
    const [own, theirs] = [await owes(member, 5000), await owes(liis, 800)]
    const paid = { cents: 5800, endToEndId: 'E2E-7', archive: 'both' }
    await reads(fileOf([paid]))
    const [line] = await list('look')
    const shares = [
      { paymentId: own, cents: 5000 },
      { paymentId: theirs, cents: 800 },
    ]
    await studio.must(admin, bank.assign, { lineId: line?.id ?? '', payerId: member.accountId, shares })
    await studio.must(admin, payments.cancel, { paymentId: theirs })
    await studio.must(admin, payments.payBackCredit, { userId: liis.userId, cents: 800, way: 'cash' })
    await reads(
      fileOf([paid, { ...paid, direction: 'debit', state: 'returned', archive: 'return', day: '2026-05-06' }]),
    )
    await settleAll()
    expect((await list('done')).find(({ kind }) => kind === 'returned')?.decided?.did).toMatchObject({ missing: 800 })
    const { changes } = await studio.ask(admin, payments.creditFor, { userId: liis.userId })
    const paidBack = changes.find(({ source }) => source === 'paidBack')
    const undone = studio.call(admin, payments.undoPaidBack, { userId: liis.userId, changeId: paidBack?.id ?? 0 })
    expect(await codeOf(undone)).toBe('transferTakenBack')
    await expectInvariants(studio)
  })
})

describe('a returned transfer of an invoiced payment', () => {
  const buyer = { company: false, name: 'Mari Maasikas', registryCode: '', address: '' }
  const invoice = (paymentId: string) => codeOf(studio.call(member, papers.invoice, { paymentIds: [paymentId], buyer }))
  /** The papers in order: number, sum, and the reason of a credit note. */
  const handedOut = async () => {
    const all = (await studio.ask(member, papers.mine, {})).papers.toReversed()
    const told = all.map(async ({ id, number, cents }) => {
      const paper = await studio.ask(member, papers.content, { id })
      return [number, cents, ...(paper?.of ? [paper.of.number, paper.of.reason] : [])]
    })
    return await Promise.all(told)
  }
  /** Invoices a payment paid by transfer, of which the bank then takes so much back. */
  async function takenBackAfterInvoice(): Promise<string> {
    const paymentId = await owes(member, 5800)
    const line = { cents: 5800, reference: await referenceOf(member), archive: 'back' }
    await reads(fileOf([line]))
    await settleAll()
    expect(await invoice(paymentId)).toBe('done')
    await reads(fileOf([line, { ...line, direction: 'debit', day: '2026-05-06' }]))
    await settleAll()
    return paymentId
  }
  const credited = [
    ['A-2026-0001', 5800],
    ['A-2026-0002', -5800, 'A-2026-0001', 'returned'],
  ]

  it('creates a credit note; the payment can be invoiced and paid again', async () => {
    const paymentId = await takenBackAfterInvoice()
    expect([await statusOf(paymentId), await handedOut()]).toEqual(['due', credited])
    expect([await invoice(paymentId), await invoice(paymentId)]).toEqual(['done', 'alreadyInvoiced'])
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 5800 })
    expect(await handedOut()).toEqual([...credited, ['A-2026-0003', 5800]])
    await expectInvariants(studio)
  })

  it('that takes a part back: what was paid for the first invoice does not stand on the second', async () => {
    const paymentId = await owes(member, 5800)
    const reference = await referenceOf(member)
    const parts = [2000, 3800].map((cents) => ({ cents, reference, archive: `part${cents}` }))
    await reads(fileOf(parts))
    await settleAll()
    expect(await invoice(paymentId)).toBe('done')
    await reads(fileOf([...parts, { ...parts[1], direction: 'debit', day: '2026-05-06' }]))
    await settleAll()
    expect([await statusOf(paymentId), await invoice(paymentId)]).toEqual(['partlyPaid', 'done'])
    const [newest] = (await studio.ask(member, papers.mine, {})).papers
    const paper = await studio.ask(member, papers.content, { id: newest?.id ?? '' })
    expect(paper).toMatchObject({ lines: [{ cents: 3800 }], paid: 0 })
  })

  it('creates none if the line was a mistake and is undone: the invoice is unpaid again', async () => {
    const paymentId = await owes(member, 5800)
    expect(await invoice(paymentId)).toBe('done')
    await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
    await settleAll()
    const [line] = await list('done')
    await studio.must(admin, bank.undo, { lineId: line?.id ?? '' })
    expect([await statusOf(paymentId), await handedOut()]).toEqual(['due', [['A-2026-0001', 5800]]])
    await expectInvariants(studio)
  })

  it('creates only one credit note if the payment is then cancelled', async () => {
    const paymentId = await takenBackAfterInvoice()
    await studio.must(admin, payments.cancel, { paymentId })
    expect(await handedOut()).toEqual(credited)
    expect(await invoice(paymentId)).toBe('alreadyInvoiced')
    await expectInvariants(studio)
  })

  it('creates one for the new invoice when the payment is cancelled', async () => {
    const paymentId = await takenBackAfterInvoice()
    await invoice(paymentId)
    await studio.must(admin, payments.cancel, { paymentId })
    expect(await handedOut()).toEqual([
      ...credited,
      ['A-2026-0003', 5800],
      ['A-2026-0004', -5800, 'A-2026-0003', 'cancelled'],
    ])
    expect(await creditOf(member)).toBe(0)
    await expectInvariants(studio)
  })
})

it('marking by member and teacher and settling a line concurrently counts the money once', async () => {
  const teacher = await studio.person('teacher')
  const paymentId = await owes(member, 5800)
  await reads(fileOf([{ cents: 5800, reference: await referenceOf(member) }]))
  const lines = await ready()
  await Promise.all([
    codeOf(studio.call(member, payments.markAsPaid, { paymentId })),
    codeOf(studio.call(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 5800 })),
    studio.must(admin, bank.settle, { lines }),
  ])
  const status = await statusOf(paymentId)
  const came = await studio.sql`select cents from receipts where undone_at is null`
  expect([status, came.length]).toEqual(status === 'confirmed' ? ['confirmed', 1] : ['markedByTeacher', 0])
  await expectInvariants(studio)
})

it('the feature cannot be switched off while a line waits', async () => {
  await reads(fileOf([{ cents: 5800 }]))
  const off = () => codeOf(saveSettings(studio, admin, 'features', { statements: false }))
  expect(await off()).toEqual({ statements: 'linesPending' })
  const [line] = await list('look')
  if (!line) throw new Error('No line waits.')
  await studio.must(admin, bank.ignore, { lineId: line.id, reason: 'Not ours' })
  expect(await off()).toBe('done')
})
