import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { codeOf, TEST_NOON, type Person, type TestStudio } from '#server/testing/studio.ts'
import { aMembership, saveSettings } from '#server/testing/fixtures.ts'
import { signal } from '#server/testing/signal.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import type { OverviewStatus, PaymentMethod } from '#studio/payments/rules.ts'
import { memberships } from '#studio/memberships/contract.ts'

let studio: TestStudio
let admin: Person
let teacher: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin', { displayName: 'Aino' })
  teacher = await studio.person('teacher', { displayName: 'Tiiu' })
  member = await studio.person('user', { displayName: 'Mari', email: 'mari@example.ee' })
})

async function due(paymentMethod: PaymentMethod = 'bankTransfer', coverMember = false): Promise<string> {
  const membershipId = await aMembership(studio, admin)
  await studio.must(member, memberships.buy, { membershipId, coverMember, paymentMethod })
  const open = await studio.ask(member, payments.mine, {})
  return open.find(({ status }) => status === 'due')?.id ?? ''
}
const list = (status: OverviewStatus, more: { month?: string; search?: string; page?: number } = {}) =>
  studio.ask(admin, payments.overview, { status, month: null, search: '', page: 1, ...more })

const write = (statement: ReturnType<typeof sql>) => studio.database.transaction((tx) => tx.execute(statement))

describe('the payments overview', () => {
  it('lists each payment by its status, and moves it live for everybody', async () => {
    const paymentId = await due()
    const seen = await studio.watch(teacher, payments.overview, { status: 'due', month: null, search: '', page: 1 })
    expect(await seen.next()).toMatchObject({ total: 1, sum: 4000, rows: [{ displayName: 'Mari', price: 4000 }] })
    await studio.must(member, payments.markAsPaid, { paymentId })
    expect(await seen.next()).toMatchObject({ total: 0, sum: 0 })
    expect(await list('markedByUser')).toMatchObject({ total: 1, sum: 4000 })
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 3500 })
    expect(await list('markedByUser')).toMatchObject({ total: 0 })
    expect(await list('markedByTeacher')).toMatchObject({ total: 1, sum: 3500 })
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 3000 })
    expect(await list('confirmed', { month: '2026-03' })).toMatchObject({ total: 1, sum: 3000 })
    await studio.must(admin, payments.cancel, { paymentId })
    expect(await list('confirmed', { month: '2026-03' })).toMatchObject({ total: 0, sum: 0 })
    seen.stop()
  })

  it('sorts due payments by the oldest deadline, and the others newest first', async () => {
    const ids: string[] = []
    for (const deadline of ['2026-03-20', '2026-03-02', '2026-03-11']) {
      const id = await due()
      await write(sql`update payments set deadline = ${deadline}::timestamptz where id = ${id}`)
      await studio.must(member, payments.markAsPaid, { paymentId: id })
      studio.now += 1
      ids.push(id)
    }
    const [later, oldest, middle] = ids
    const inOrder = async (status: OverviewStatus) => (await list(status)).rows.map(({ id }) => id)
    expect(await inOrder('markedByUser')).toEqual([middle, oldest, later])
    await write(sql`update payments set status = 'due'`)
    expect(await inOrder('due')).toEqual([oldest, middle, later])
  })

  it('searches by name and e-mail, and sums the results', async () => {
    await due()
    expect(await list('due', { search: 'MARI maas' })).toMatchObject({ total: 1, sum: 4000 })
    expect(await list('due', { search: 'mari@example' })).toMatchObject({ total: 1 })
    expect(await list('due', { search: 'aino' })).toMatchObject({ total: 0, sum: 0, rows: [] })
  })

  it('pages a long list, and sums all of it', async () => {
    await due()
    await studio.database.transaction((tx) =>
      tx.execute(sql`
        insert into payments (id, user_id, payer_id, item, item_id, description, price, payment_method, status, deadline,
          created_at, updated_at)
        select 'p' || n, ${member.userId}, ${member.accountId}, 'course', 'c', 'Course', 100, 'cash', 'due', now(), now(), now()
        from generate_series(1, 1000) n`),
    )
    const last = await list('due', { page: 99 })
    expect(last).toMatchObject({ total: 1001, page: 21, sum: 104_000 })
    expect(last.rows).toHaveLength(1)
    expect((await list('due')).rows).toHaveLength(PAGE_SIZE)
    const all = { status: 'due', month: null, search: '', part: 0 } as const
    const file = await studio.ask(admin, payments.overviewForExport, all)
    expect([file.rows.length, file.total]).toEqual([1001, 1001])
  })

  it('exports what the list shows, in its order', async () => {
    for (let n = 0; n < 5; n++) await due()
    const [first = '', second = '', marked = '', early = '', late = ''] = (await list('due')).rows.map(({ id }) => id)
    await studio.must(member, payments.markAsPaid, { paymentId: marked })
    for (const paymentId of [late, early]) {
      await studio.must(admin, payments.confirm, { paymentId, actualAmount: 1000 })
      studio.now += 1000
    }
    const lists = { due: [first, second], markedByUser: [marked], markedByTeacher: [], confirmed: [early, late] }
    for (const [status, ids] of Object.entries(lists) as [OverviewStatus, string[]][]) {
      const which = { status, month: status === 'confirmed' ? '2026-03' : null, search: '' }
      const whole = await studio.ask(admin, payments.overviewForExport, { ...which, part: 0 })
      expect(
        whole.rows.map(({ id }) => id),
        status,
      ).toEqual(ids)
      expect(whole, status).toMatchObject({ total: ids.length, parts: 1 })
      const { rows } = await studio.ask(admin, payments.overview, { ...which, page: 1 })
      expect(rows, status).toEqual(whole.rows)
    }
  })

  it('names the reference number of the payer to admins, in a studio that reads statements', async () => {
    await due()
    const all = { status: 'due', month: null, search: '', part: 0 } as const
    const referencesFor = async (by: Person) =>
      [
        ...(await studio.ask(by, payments.overviewForExport, all)).rows,
        ...(await studio.ask(by, payments.ofUser, { userId: member.userId, page: 1 })).rows,
      ].map(({ reference }) => reference)
    expect(await referencesFor(admin)).toEqual(['', ''])
    await saveSettings(studio, admin, 'features', { statements: true })
    const { reference } = await studio.ask(member, payments.myReference, {})
    expect(reference).toMatch(/^\d{7}$/)
    expect(await referencesFor(admin)).toEqual([reference, reference])
    expect(await referencesFor(teacher)).toEqual(['', ''])
  })

  it('marks a cover price of a person who is not in Cover', async () => {
    await due('cash', true)
    expect((await list('due')).rows[0]).toMatchObject({ coverDoubtful: true, price: 3200 })
    await studio.must(admin, accounts.setMembershipCategory, { userId: member.userId, membershipCategory: 'Cover' })
    expect((await list('due')).rows[0]).toMatchObject({ coverDoubtful: false })
  })

  it("omits cancelled payments, which are only on the user's page", async () => {
    const paymentId = await due()
    await studio.must(admin, payments.cancel, { paymentId })
    for (const status of ['due', 'markedByUser', 'markedByTeacher', 'confirmed'] as const) {
      expect(await list(status)).toMatchObject({ total: 0 })
    }
    const { rows } = await studio.ask(admin, payments.ofUser, { userId: member.userId, page: 1 })
    expect(rows).toMatchObject([{ id: paymentId, status: 'cancelled' }])
  })
})

describe('the month of a confirmed payment', () => {
  /** Confirms a payment at that time. */
  async function confirmedAt(moment: string, paymentMethod: PaymentMethod, actualAmount: number) {
    const paymentId = await due(paymentMethod)
    studio.now = Date.parse(moment)
    await studio.must(admin, payments.confirm, { paymentId, actualAmount })
  }

  it("begins and ends at midnight in the studio's time zone, also around clock changes", async () => {
    await confirmedAt('2026-03-31T20:59:59.999Z', 'cash', 1000)
    await confirmedAt('2026-03-31T21:00:00Z', 'cash', 2000)
    await confirmedAt('2026-12-31T22:00:00Z', 'stebby', 4000)
    expect(await list('confirmed', { month: '2026-03' })).toMatchObject({ total: 1, sum: 1000 })
    expect(await list('confirmed', { month: '2026-04' })).toMatchObject({ total: 1, sum: 2000 })
    expect(await list('confirmed', { month: '2026-12' })).toMatchObject({ total: 0 })
    expect(await list('confirmed', { month: '2027-01' })).toMatchObject({ total: 1, sum: 4000 })
    expect(await studio.ask(admin, payments.year, { year: 2026 })).toEqual([
      { month: 3, way: 'cash', sum: 1000, count: 1 },
      { month: 4, way: 'cash', sum: 2000, count: 1 },
    ])
    expect(await studio.ask(admin, payments.year, { year: 2027 })).toEqual([
      { month: 1, way: 'stebby', sum: 4000, count: 1 },
    ])
  })

  it('adds up to the sums of the year by method, and updates live', async () => {
    const picture = await studio.watch(admin, payments.year, { year: 2026 })
    expect(await picture.next()).toEqual([])
    await confirmedAt('2026-03-10T10:00:00Z', 'cash', 1000)
    expect(await picture.next()).toEqual([{ month: 3, way: 'cash', sum: 1000, count: 1 }])
    await confirmedAt('2026-03-11T10:00:00Z', 'bankTransfer', 500)
    const both = await picture.next()
    expect(both.reduce((sum, row) => sum + row.sum, 0)).toBe((await list('confirmed', { month: '2026-03' })).sum)
    picture.stop()
  })
})

describe('the history of a payment', () => {
  it('lists who did what and when, with amounts and reason', async () => {
    const paymentId = await due()
    studio.now += 1000
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 3500 })
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 3000 })
    await studio.must(admin, payments.cancel, { paymentId })
    expect(await studio.ask(admin, payments.history, { paymentId })).toMatchObject([
      { byName: 'Mari Maasikas', fromStatus: null, toStatus: 'due', at: TEST_NOON, reason: 'created' },
      { byName: 'Tiiu Maasikas', fromStatus: 'due', toStatus: 'markedByTeacher', toAmount: 3500, at: studio.now },
      { byName: 'Aino Maasikas', fromStatus: 'markedByTeacher', toStatus: 'confirmed', toAmount: 3000 },
      { byName: 'Aino Maasikas', toStatus: 'cancelled', fromAmount: 3000, toAmount: 0, reason: 'deleted by staff' },
    ])
    const warnings = await studio.sql`select message from logs where level = 'warning' and channel = 'payments'`
    expect(warnings).toEqual([{ message: 'A payment was cancelled (before: Paid): money may have to be returned.' }])
  })

  it('is empty if there is no such payment', async () => {
    expect(await studio.ask(admin, payments.history, { paymentId: 'none' })).toEqual([])
  })
})

it('a staff member who is second gets the name of the first and the new status', async () => {
  const paymentId = await due()
  await studio.must(admin, payments.confirm, { paymentId, actualAmount: 4000 })
  const { body } = await studio.call(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 4000 })
  expect(body).toMatchObject({ code: 'paymentMoved', params: { status: 'confirmed', name: 'Aino Maasikas' } })
})

describe('a membership sold by staff', () => {
  const sale = async () => ({
    userId: member.userId,
    membershipId: await aMembership(studio, admin),
    coverMember: true,
    paymentMethod: 'cash' as const,
  })

  it('belongs to the user, at the catalogue price, with a due payment', async () => {
    const { price } = await studio.must(admin, memberships.sellTo, await sale())
    expect(price).toBe(3200)
    expect(await studio.ask(member, memberships.mine, {})).toMatchObject([
      { membershipName: 'Four classes', paymentStatus: 'due' },
    ])
    expect(await studio.ask(member, payments.mine, {})).toMatchObject([{ price: 3200, status: 'due' }])
    const { rows, total } = await studio.ask(admin, memberships.ofUser, { userId: member.userId, page: 1 })
    expect([rows[0]?.membershipName, total]).toEqual(['Four classes', 1])
  })

  it('is refused for unknown and deactivated users, and with Stebby at the cover price', async () => {
    const order = await sale()
    expect(await codeOf(studio.call(admin, memberships.sellTo, { ...order, userId: 'nobody' }))).toBe('userNotFound')
    expect(await codeOf(studio.call(admin, memberships.sellTo, { ...order, paymentMethod: 'stebby' }))).toBe(
      'methodNotOffered',
    )
    await studio.must(admin, accounts.setActive, { userId: member.userId, active: false })
    expect(await codeOf(studio.call(admin, memberships.sellTo, order))).toBe('userInactive')
    expect(await studio.sql`select count(*)::int as n from payments`).toEqual([{ n: 0 }])
  })
})

it('confirming a payment does not deadlock with deleting its owner, which locks the owner before the payments', async ({
  skip,
}) => {
  if (!studio.database.url) return skip('The embedded database belongs to one at a time.')
  const paymentId = await due()
  const locked = signal()
  const goOn = signal()
  const deleting = studio.database.transaction(async (tx) => {
    await tx.execute(sql`select from people where id = ${member.userId} for update`)
    locked.fire()
    await goOn.fired
    await tx.execute(sql`select from payments where id = ${paymentId} for update`)
  })
  await locked.fired
  try {
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 4000 })
  } finally {
    goOn.fire()
    await deleting
  }
})
