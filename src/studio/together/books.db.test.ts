import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysOfMonth } from '#kernel/months.ts'
import { DAY } from '#kernel/time.ts'
import { aMembership, saveSettings } from '#server/testing/fixtures.ts'
import { type Person, type TestStudio, WITH_FEATURES } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { papers } from '#studio/papers/contract.ts'
import { vatRows } from '#studio/papers/rules.ts'
import { payments } from '#studio/payments/contract.ts'
import { paymentMethods, type JournalList } from '#studio/payments/rules.ts'
import { moneyOfWays } from '#studio/payments/rules/moneyOfWays.ts'
import { statistics } from '#studio/statistics/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person('user', { displayName: 'Mari' })
}, WITH_FEATURES)

const write = (statement: ReturnType<typeof sql>) => studio.database.transaction((tx) => tx.execute(statement))
const sumOf = (all: readonly { readonly cents: number }[]) => all.reduce((sum, { cents }) => sum + cents, 0)

interface Came {
  readonly day: string
  readonly way: string
  readonly cents: number
  readonly rate: number | null
  readonly source: string
  /** When the receipt was booked, and undone. */
  readonly at: string
  readonly undoneAt: string | null
}

/** Stores one payment for each receipt. */
async function came(all: readonly Came[]) {
  await write(sql`insert into payers (id, account_id, created_at)
    values (${member.accountId}, ${member.accountId}, now()) on conflict do nothing`)
  await write(sql`delete from receipts`)
  await write(sql`delete from payments`)
  for (const [place, { day, way, cents, rate, source, at, undoneAt }] of all.entries()) {
    const id = `p${place}`
    await write(sql`insert into payments (id, user_id, payer_id, item, item_id, description, price, vat_rate, status,
        payment_method, cover_member, deadline, created_at, updated_at)
      values (${id}, ${member.userId}, ${member.accountId}, 'course', 'x', 'Salsa', 2000, ${rate}, 'cancelled', 'cash',
        false, now(), now(), now())`)
    await write(sql`insert into receipts (payment_id, item, cents, day, way, source, at, undone_at)
      values (${id}, 'course', ${cents}, ${day}, ${way}, ${source}, ${at}, ${undoneAt})`)
  }
}

const month = '2026-03'
const journal = (list: JournalList = 'received', search = '') =>
  studio.ask(admin, payments.journal, { list, month, search, page: 1 })
const sums = () => studio.ask(admin, payments.journalSums, { month })

describe('the journal of a month', () => {
  const receipt = fc.record({
    day: fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-02', '2026-03-10', '2026-03-31', '2026-04-01'),
    from: fc.oneof(
      fc.record({ way: fc.constantFrom(...paymentMethods), source: fc.constantFrom('desk', 'bank') }),
      fc.constant({ way: 'credit', source: 'credit' }),
    ),
    cents: fc.integer({ min: -5000, max: 20_000 }),
    rate: fc.constantFrom(null, 9, 22, 24),
    at: fc.constantFrom('2026-02-20T10:00:00Z', '2026-03-04T10:00:00Z'),
    // midnight in Tallinn is two or three hours earlier in UTC
    undoneAt: fc.constantFrom(null, null, '2026-02-28T21:59:00Z', '2026-03-05T10:00:00Z', '2026-03-31T21:00:00Z'),
  })
  const inMarch = (at: string | null) => at !== null && at >= '2026-02-28T22:00' && at < '2026-03-31T21:00'
  /** How a receipt of an earlier month changed that month during March (cents). */
  const changed = ({ day, cents, at, undoneAt }: Came): number[] => {
    if (day >= '2026-03-01') return []
    if (inMarch(at)) return undoneAt === null || undoneAt > '2026-03-31T20:59' ? [cents] : []
    return inMarch(undoneAt) ? [-cents] : []
  }

  it('has the same sums as the statistics, the list of payments and the exported file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(receipt, { maxLength: 12 }), async (drawn) => {
        // a receipt cannot be undone before it is booked
        const all = drawn.map(({ from, undoneAt, ...one }) => {
          return { ...one, ...from, undoneAt: undoneAt && undoneAt < one.at ? null : undoneAt }
        })
        await came(all)
        const [{ ways, rates, before }, { rows, total, sum: received }] = [await sums(), await journal()]
        const within = all.filter(({ day, undoneAt }) => day.startsWith(month) && undoneAt === null)
        expect([rows.length, total, received]).toEqual([within.length, within.length, sumOf(within)])
        expect(rows.map(({ day }) => day)).toEqual(
          within
            .map(({ day }) => day)
            .toSorted()
            .toReversed(),
        )
        const ofMonth = await studio.ask(admin, statistics.money, daysOfMonth(month))
        expect(sumOf(ways)).toBe(sumOf(ofMonth))
        const year = await studio.ask(admin, payments.year, { year: 2026 })
        for (const { way, cents } of ways) {
          const its = (one: { readonly way: string }) => one.way === way
          const inChart = year.find((one) => one.month === 3 && one.way === way)?.sum
          expect([cents, sumOf(ofMonth.filter(its)), inChart], way).toEqual([sumOf(within.filter(its)), cents, cents])
        }
        const tallies = await studio.ask(admin, payments.tallies, { month, search: '' })
        expect([sumOf(ways), sumOf(rates)]).toEqual([tallies.confirmed.sum, tallies.confirmed.sum])
        const { markedByUser, markedByTeacher } = tallies
        expect(await studio.ask(admin, payments.toConfirm, {})).toEqual({ markedByUser, markedByTeacher })

        const file = await studio.ask(admin, payments.journalForExport, {
          list: 'received',
          month,
          search: '',
          part: 1,
        })
        expect(file.rows).toEqual(expect.arrayContaining(rows))
        expect(file.rows.map(({ day }) => day)).toEqual(within.map(({ day }) => day).toSorted())
        for (const { rate, cents, vat } of rates) {
          const ofRate = file.rows.filter(({ vatRate }) => vatRate === rate)
          expect([sumOf(ofRate), ofRate.reduce((all, one) => all + one.vat, 0)]).toEqual([cents, vat])
        }
        const expected = all.flatMap(changed)
        const sum = expected.reduce((total, cents) => total + cents, 0)
        expect(before).toEqual({ count: expected.length, cents: sum })
        const list = await journal('before')
        expect([list.rows.length, list.sum, sumOf(list.rows)]).toEqual([expected.length, sum, sum])
      }),
      { numRuns: 25 },
    )
  })

  it('shows payer, person, item, method and reference number, and is searchable by name and number', async () => {
    const membershipId = await aMembership(studio, admin)
    await studio.must(member, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' })
    const [due] = await studio.ask(member, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: due?.id ?? '', actualAmount: 1500, rest: 'staysDue' })
    const { reference } = await studio.ask(member, payments.myReference, {})
    const { rows } = await journal()
    expect(rows).toEqual([
      {
        id: expect.any(Number) as number,
        day: '2026-03-10',
        payer: { userId: member.userId, name: 'Mari Maasikas' },
        userId: member.userId,
        name: 'Mari Maasikas',
        item: 'membership',
        description: 'Four classes',
        startsAt: null,
        way: 'bankTransfer',
        source: 'desk',
        reference,
        vatRate: null,
        vat: 0,
        cents: 1500,
      },
    ])
    for (const [typed, count] of [
      ['maasik', 1],
      [reference ?? '', 1],
      ['kask', 0],
    ] as const) {
      expect((await journal('received', typed)).total, typed).toBe(count)
    }
  })

  it('lists unused credit separately from the payment methods, and only if the studio reads statements', async () => {
    await came([])
    await write(sql`insert into credits (payer_id, cents, day, source, way, at) values
      (${member.accountId}, 3000, '2026-03-04', 'bank', 'bankTransfer', now()),
      (${member.accountId}, -1000, '2026-03-05', 'paidBack', 'cash', now()),
      (${member.accountId}, 500, '2026-02-05', 'bank', 'bankTransfer', now())`)
    expect(await sums()).toMatchObject({
      ways: [],
      credit: [
        { source: 'bank', way: 'bankTransfer', cents: 3000 },
        { source: 'paidBack', way: 'cash', cents: -1000 },
      ],
    })
    await saveSettings(studio, admin, 'features', { statements: false })
    expect((await sums()).credit).toEqual([])
  })

  it('lists in its file, for the accountant, all money of the bank: also what was kept as credit, and what was taken from it', async () => {
    const receipt = { day: '2026-03-04', rate: null, at: '2026-03-04T10:00:00Z', undoneAt: null }
    await came([
      { ...receipt, way: 'bankTransfer', cents: 2000, source: 'bank' },
      { ...receipt, way: 'credit', cents: 1500, source: 'credit' },
    ])
    await write(sql`insert into credits (payer_id, cents, day, source, way, at, undone_at) values
      (${member.accountId}, 3000, '2026-03-04', 'bank', 'bankTransfer', now(), null),
      (${member.accountId}, -1500, '2026-03-04', 'used', null, now(), null),
      (${member.accountId}, -1000, '2026-03-06', 'returned', 'bankTransfer', now(), null),
      (${member.accountId}, -100, '2026-03-05', 'paidBack', 'cash', now(), null),
      (${member.accountId}, 700, '2026-03-05', 'bank', 'bankTransfer', now(), now()),
      (${member.accountId}, 500, '2026-02-05', 'bank', 'bankTransfer', '2026-02-05', null)`)
    const file = async (search = '', list: JournalList = 'received') =>
      studio.ask(admin, payments.journalForExport, { list, month, search, part: 1 })
    const { rows, credit } = await file()
    expect(credit.map(({ day, source, way, cents }) => [day, source, way, cents])).toEqual([
      ['2026-03-04', 'bank', 'bankTransfer', 3000],
      ['2026-03-04', 'used', 'credit', -1500],
      ['2026-03-05', 'paidBack', 'cash', -100],
      ['2026-03-06', 'returned', 'bankTransfer', -1000],
    ])
    expect(credit[0]?.payer).toEqual({ userId: member.userId, name: 'Mari Maasikas' })
    const byWay = (way: string) => sumOf([...rows, ...credit].filter((one) => one.way === way))
    // 20€ and 30€ came by the bank, 10€ went back; what credit paid came in before
    expect([byWay('bankTransfer'), byWay('credit'), byWay('cash')]).toEqual([4000, 0, -100])
    const shown = moneyOfWays(await sums()).map(({ way, cameIn }) => [way, cameIn])
    expect(shown).toEqual([
      ['cash', -100],
      ['bankTransfer', 4000],
      ['credit', 0],
    ])
    expect((await file('mari')).credit).toEqual([])
    expect((await file('', 'before')).credit).toEqual([])
    await saveSettings(studio, admin, 'features', { statements: false })
    expect((await file()).credit).toEqual([])
  })

  it('says by how much the credit of earlier months has changed since', async () => {
    await came([])
    const put = (cents: number, at: string, undoneAt: string | null) =>
      write(sql`insert into credits (payer_id, cents, day, source, at, undone_at) values (${member.accountId}, ${cents},
        '2026-02-05', 'bank', ${at}::timestamptz, ${undoneAt}::timestamptz)`)
    const [february, march, april] = ['2026-02-10T10:00Z', '2026-03-10T10:00Z', '2026-04-10T10:00Z']
    await put(100, february, null)
    await put(200, march, null)
    await put(400, february, march)
    await put(800, march, march)
    await put(1600, march, april)
    await put(3200, february, april)
    expect((await sums()).creditBefore).toEqual({ count: 3, cents: 200 - 400 + 1600 })
    const before = { list: 'before', month, search: '', part: 1 } as const
    const { credit } = await studio.ask(admin, payments.journalForExport, before)
    expect(credit.map(({ cents }) => cents)).toEqual([200, -400, 1600])
  })
})

const booked = (more: { kind?: 'invoice' | 'creditNote' | 'receipt'; search?: string } = {}) =>
  studio.ask(admin, papers.ofMonth, { month, kind: more.kind ?? null, search: more.search ?? '', page: 1 })
const paperSums = () => studio.ask(admin, papers.sumsOfMonth, { month })

async function paid(): Promise<string> {
  const membershipId = await aMembership(studio, admin)
  await studio.must(member, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'stebby' })
  const [own] = await studio.sql<{ id: string }>`
    select payment_id as id from purchases where membership_id = ${membershipId}`
  await studio.must(admin, payments.confirm, { paymentId: own?.id ?? '', actualAmount: 4000 })
  return own?.id ?? ''
}

describe('the papers of a month', () => {
  const buyer = { company: true, name: 'OÜ Tööandja', registryCode: '12345678', address: '' }

  it('are listed with their state, and found by number, buyer and registry code', async () => {
    const vat = { vatLiable: true, vatRate: 24, vatNumber: 'EE100931558' }
    await saveSettings(studio, admin, 'payments', vat)
    const [first, second] = [await paid(), await paid()]
    await studio.must(member, papers.receipt, { paymentId: first })
    await studio.must(member, papers.invoice, { paymentIds: [first, second], buyer })
    await studio.must(member, papers.invoice, {
      paymentIds: [await paid()],
      buyer: { ...buyer, company: false, name: 'Mari' },
    })
    await studio.must(admin, payments.cancel, { paymentId: first })

    const { rows, total } = await booked()
    expect(total).toBe(4)
    const said = rows.map(({ number, buyer: to, cents, ended, creditedBy, of }) =>
      [number, to, cents, ended, creditedBy.map((one) => one.number).join(), of?.number ?? ''].join(' '),
    )
    expect(new Set(said)).toEqual(
      new Set([
        'R-2026-0001 Mari Maasikas 4000 true  ',
        'A-2026-0001 OÜ Tööandja 8000 false A-2026-0003 ',
        'A-2026-0002 Mari 4000 false  ',
        'A-2026-0003 OÜ Tööandja -4000 false  A-2026-0001',
      ]),
    )
    expect(rows.find(({ number }) => number === 'A-2026-0001')?.rates).toEqual([{ rate: 24, base: 6452, vat: 1548 }])
    const found = async (search: string) => (await booked({ search })).rows.map(({ number }) => number).toSorted()
    expect(await found('tooandja')).toEqual(['A-2026-0001', 'A-2026-0003'])
    expect(await found('a-2026-2')).toEqual(['A-2026-0002'])
    expect(await found('12345678')).toEqual(['A-2026-0001', 'A-2026-0003'])
    expect(await found('nobody')).toEqual([])
    expect((await booked({ kind: 'receipt' })).rows.map(({ number }) => number)).toEqual(['R-2026-0001'])

    expect(await paperSums()).toEqual({
      counted: expect.arrayContaining([
        { kind: 'invoice', count: 2, cents: 12_000 },
        { kind: 'creditNote', count: 1, cents: -4000 },
      ]) as unknown,
      ended: 1,
      rates: { invoices: [{ rate: 24, cents: 8000, vat: 1548 + 774 - 774 }], receipts: [] },
    })
    const file = await studio.ask(admin, papers.ofMonthForExport, { month, kind: null, search: '', part: 1 })
    expect(file.rates).toEqual([24])
    expect(file.rows.map(({ number }) => number)).toEqual(['A-2026-0001', 'A-2026-0002', 'A-2026-0003', 'R-2026-0001'])
    // credited next month: the list of this month stays, and names both credit notes
    studio.now += 30 * DAY
    await studio.must(admin, payments.cancel, { paymentId: second })
    expect((await booked()).rows.find(({ number }) => number === 'A-2026-0001')).toMatchObject({
      ended: true,
      creditedBy: [{ number: 'A-2026-0003' }, { number: 'A-2026-0004' }],
    })
    expect((await booked()).total).toBe(4)
  })

  it('have the same totals per VAT rate as the papers themselves', async () => {
    const line = fc.record({
      cents: fc.integer({ min: -20_000, max: 20_000 }),
      vatRate: fc.constantFrom(null, 9, 22, 24),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), async (all) => {
        await write(sql`delete from papers`)
        for (const [place, lines] of all.entries()) {
          const content = JSON.stringify({ buyer: { name: 'Mari', registryCode: '' }, lines })
          await write(sql`insert into papers (id, kind, series, year, number, day, payer_id, cents, about, content, hash, created_at)
            values (${`i${place}`}, 'invoice', 'A', 2026, ${place + 1}, '2026-03-31', ${member.accountId}, ${sumOf(lines)}, 'x',
              ${content}, 'x', now())`)
        }
        const { rates } = await paperSums()
        const stands = all.flatMap((lines) => vatRows(lines))
        for (const rate of [24, 22, 9]) {
          const its = stands.filter((one) => one.rate === rate)
          const found = rates.invoices.find((one) => one.rate === rate)
          expect(found?.vat ?? 0).toBe(its.reduce((sum, { vat }) => sum + vat, 0))
          expect(found?.cents ?? 0).toBe(its.reduce((sum, { base, vat }) => sum + base + vat, 0))
        }
        const { rows } = await studio.ask(admin, papers.ofMonthForExport, { month, kind: null, search: '', part: 1 })
        expect(sumOf(rates.invoices)).toBe(sumOf(rows))
      }),
      { numRuns: 25 },
    )
  })

  it('are refused while the feature is off; the journal is not', async () => {
    await saveSettings(studio, admin, 'features', { papers: false })
    await expect(booked()).rejects.toThrow('There is no query papers.ofMonth.')
    expect((await journal()).rows).toEqual([])
  })
})
