import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, aMembership, anEntry, dropIn, joining, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person, type TestStudio, WITH_FEATURES } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { papers, type Paper } from '#studio/papers/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person('user', { displayName: 'Õnneli' })
}, WITH_FEATURES)

const company = { company: true, name: 'OÜ Tööandja', registryCode: '12345678', address: 'Pärnu mnt 1, Tallinn' }
const person = { company: false, name: 'Õnneli Žürii', registryCode: '', address: '' }

/** Creates a due payment of 40 € for a pass. */
async function bought(buyer = member): Promise<string> {
  const membershipId = await aMembership(studio, admin)
  await studio.must(buyer, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'stebby' })
  const [sale] = await studio.sql<{ id: string }>`select id from payments order by created_at desc, id desc limit 1`
  const [own] = await studio.sql<{ id: string }>`
    select payment_id as id from purchases where membership_id = ${membershipId}`
  return own?.id ?? sale?.id ?? ''
}

const confirm = (paymentId: string, actualAmount = 4000) =>
  studio.must(admin, payments.confirm, { paymentId, actualAmount })

async function paid(buyer = member): Promise<string> {
  const paymentId = await bought(buyer)
  await confirm(paymentId)
  return paymentId
}

const receiptOf = (paymentId: string, by = member) => studio.must(by, papers.receipt, { paymentId })
const invoiceOf = (paymentIds: string[], buyer = person, by = member) =>
  studio.must(by, papers.invoice, { paymentIds, buyer })
const contentOf = async (id: string, by = member) => (await studio.ask(by, papers.content, { id })) as Paper
const numbers = async (by = member) => (await studio.ask(by, papers.mine, {})).papers.map(({ number }) => number)

describe('a receipt', () => {
  it('is created once for a confirmed payment, and says when and how it was paid', async () => {
    const paymentId = await paid()
    const first = await receiptOf(paymentId)
    expect(first.number).toBe('R-2026-0001')
    expect(await receiptOf(paymentId)).toEqual(first)
    expect(await contentOf(first.id)).toMatchObject({
      kind: 'receipt',
      number: 'R-2026-0001',
      day: '2026-03-10',
      buyer: { name: 'Õnneli Maasikas' },
      lines: [{ description: 'Four classes', cents: 4000, paidDay: '2026-03-10', way: 'stebby', vatRate: null }],
    })
    await expectInvariants(studio)
  })

  it('is refused before the payment is confirmed', async () => {
    const paymentId = await bought()
    expect(await codeOf(studio.call(member, papers.receipt, { paymentId }))).toBe('paymentNotConfirmed')
  })

  it('ends when the money is taken back; the next receipt gets a new number', async () => {
    const paymentId = await paid()
    await receiptOf(paymentId)
    await studio.must(admin, payments.cancel, { paymentId })
    expect((await studio.ask(member, papers.mine, {})).papers).toMatchObject([{ number: 'R-2026-0001', ended: true }])
    const other = await receiptOf(await paid())
    expect(other.number).toBe('R-2026-0002')
    await expectInvariants(studio)
  })
})

describe('an invoice', () => {
  it('can cover several payments, for a person or a company, and remembers the buyer', async () => {
    const ids = [await paid(), await bought()]
    const { id, number } = await invoiceOf(ids, company)
    expect(number).toBe('A-2026-0001')
    expect(await contentOf(id)).toMatchObject({
      buyer: { name: 'OÜ Tööandja', registryCode: '12345678', address: 'Pärnu mnt 1, Tallinn' },
      lines: [{ cents: 4000 }, { cents: 4000 }],
      paid: 4000,
      due: '2026-03-15',
    })
    const next = await studio.ask(member, papers.toInvoice, {})
    expect(next).toMatchObject({ payments: [], payer: 'Õnneli Maasikas', buyer: company })
    await expectInvariants(studio)
  })

  it('warns the payer and staff of what the settings lack for it', async () => {
    const lacks = async () => {
      const { sellerLacks } = await studio.ask(admin, papers.toInvoiceOf, { userId: member.userId })
      expect((await studio.ask(member, papers.toInvoice, {})).sellerLacks).toEqual(sellerLacks)
      return sellerLacks
    }
    expect(await lacks()).toEqual(['registryCode', 'address'])
    await saveSettings(studio, admin, 'payments', { registryCode: '12345678' })
    await saveSettings(studio, admin, 'studio', { postalAddress: 'Pärnu mnt 1, Tallinn' })
    expect(await lacks()).toEqual([])
  })

  it('names the days on which each item takes place or is valid', async () => {
    const { scheduleId } = await anEntry(studio, admin, { standardPrice: 1500 })
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    await studio.must(member, courses.join, joining(await aCourse(studio, admin)))
    await bought()
    const { payments: open } = await studio.ask(member, papers.toInvoice, {})
    const { id } = await invoiceOf(open.map((one) => one.id))
    const days = (await contentOf(id)).lines.map(({ item, from, until }) => [item, from, until])
    expect(days.toSorted(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1))).toEqual([
      ['course', '2026-03-20', '2026-04-29'],
      ['drop-in ticket', '2026-03-11', null],
      ['membership', '2026-03-10', '2026-04-09'],
    ])
  })

  it('asks for a payment only once, even if requested concurrently', async () => {
    const paymentId = await bought()
    const asked = { paymentIds: [paymentId], buyer: person }
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(studio.call(member, papers.invoice, asked))))
    expect(outcomes.map(String).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'alreadyInvoiced',
      'alreadyInvoiced',
      'done',
    ])
    await expectInvariants(studio)
  })

  it("does not change when the studio's data change", async () => {
    const { id } = await invoiceOf([await bought()])
    const before = await contentOf(id)
    await saveSettings(studio, admin, 'payments', { holder: 'Another name OÜ', iban: 'EE382200221020145685' })
    expect(await contentOf(id)).toEqual(before)
  })
})

describe('a credit note', () => {
  const notes = async () =>
    (await studio.ask(member, papers.mine, {})).papers
      .filter(({ kind }) => kind === 'creditNote')
      .map(({ number, cents }) => [number, cents])

  it('is created when an invoiced payment is cancelled, before or after it was paid', async () => {
    const [due, settled] = [await bought(), await paid()]
    await invoiceOf([due, settled])
    await studio.must(admin, payments.cancel, { paymentId: due })
    await studio.must(admin, payments.cancel, { paymentId: settled })
    expect(await notes()).toEqual([
      ['A-2026-0003', -4000],
      ['A-2026-0002', -4000],
    ])
    const [last] = (await studio.ask(member, papers.mine, {})).papers
    expect(await contentOf(last?.id ?? '')).toMatchObject({
      of: { number: 'A-2026-0001', reason: 'cancelled' },
      lines: [{ cents: -4000 }],
    })
    const ended = (await studio.ask(member, papers.mine, {})).papers.find(({ kind }) => kind === 'invoice')?.ended
    expect(ended).toBe(true)
    await expectInvariants(studio)
  })

  it('is created when a part of the price is let go', async () => {
    const paymentId = await bought()
    await invoiceOf([paymentId])
    await confirm(paymentId, 3000)
    expect(await notes()).toEqual([['A-2026-0002', -1000]])
    await expectInvariants(studio)
  })

  it('is not created when the payment is paid', async () => {
    const paymentId = await bought()
    await invoiceOf([paymentId])
    await confirm(paymentId)
    expect(await notes()).toEqual([])
  })

  it('is not created when a mistaken confirmation is undone: the invoice is unpaid again', async () => {
    const paymentId = await bought()
    await invoiceOf([paymentId])
    for (let time = 0; time < 2; time++) {
      await confirm(paymentId)
      await studio.must(admin, payments.undoConfirmed, { paymentIds: [paymentId] })
    }
    expect(await notes()).toEqual([])
    const asked = { paymentIds: [paymentId], buyer: person }
    expect(await codeOf(studio.call(member, papers.invoice, asked))).toBe('alreadyInvoiced')
    await expectInvariants(studio)
    await studio.must(admin, payments.cancel, { paymentId })
    expect(await notes()).toEqual([['A-2026-0002', -4000]])
    await expectInvariants(studio)
  })

  it('is created once when several admins cancel concurrently, and numbers have no gaps', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => bought()))
    for (const paymentId of ids) await invoiceOf([paymentId])
    await Promise.all([...ids, ...ids].map((paymentId) => studio.call(admin, payments.cancel, { paymentId })))
    expect((await notes()).map(([number]) => String(number)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      Array.from({ length: 6 }, (_, place) => `A-2026-${String(place + 7).padStart(4, '0')}`),
    )
    await expectInvariants(studio)
  })
})

describe('paper numbers', () => {
  it('have no gaps when requests are concurrent and some are refused', async () => {
    const buyers = await Promise.all(Array.from({ length: 10 }, () => studio.person()))
    const ids = []
    for (const buyer of buyers) ids.push(await paid(buyer))
    const unpaid = await bought()
    await Promise.all([
      ...ids.map((paymentId, place) => receiptOf(paymentId, buyers[place])),
      ...ids.map((paymentId, place) => receiptOf(paymentId, buyers[place])),
      ...ids.map((paymentId, place) => invoiceOf([paymentId], person, buyers[place])),
      ...ids.map(() => studio.call(member, papers.receipt, { paymentId: unpaid })),
    ])
    const given = await studio.sql<{ series: string; count: number; last: number }>`
      select series, count(*)::int as count, max(number) as last from papers group by series order by series`
    expect(given).toEqual([
      { series: 'A', count: 10, last: 10 },
      { series: 'R', count: 10, last: 10 },
    ])
    await expectInvariants(studio)
  })

  it('restart with the calendar year in the studio’s time zone', async () => {
    await receiptOf(await paid())
    // 22:30 UTC on 31 December is already the new year in Tallinn
    studio.now = Date.parse('2026-12-31T22:30:00Z')
    const { number } = await receiptOf(await paid(admin), admin)
    expect(number).toBe('R-2027-0001')
    await expectInvariants(studio)
  })

  it('are checked for gaps by the doctor', async () => {
    await receiptOf(await paid())
    await studio.database.transaction((tx) => tx.execute(sql`update "paperNumbers" set last = 2`))
    await expect(expectInvariants(studio)).rejects.toMatchObject({
      actual: [{ check: 'numbers of papers have no gap' }],
    })
  })

  it('the doctor also detects a paper whose content was changed', async () => {
    await receiptOf(await paid())
    await studio.database.transaction((tx) =>
      tx.execute(sql`update papers set content = replace(content, '4000', '4001')`),
    )
    await expect(expectInvariants(studio)).rejects.toMatchObject({
      actual: [{ check: 'what stands on a paper is what was handed out' }],
    })
  })
})

describe('VAT', () => {
  const liable = { vatLiable: true, vatRate: 24, vatNumber: 'EE 100931558' }

  it('has the rate of the sale, even if the studio has changed it since', async () => {
    const before = await bought()
    await saveSettings(studio, admin, 'payments', liable)
    const after = await bought()
    await saveSettings(studio, admin, 'payments', { vatRate: 13 })
    const { id } = await invoiceOf([before, after])
    const paper = await contentOf(id)
    expect(paper.lines.map(({ vatRate }) => vatRate)).toEqual(expect.arrayContaining([24, null]))
    expect(paper.seller.vatNumber).toBe('EE100931558')
  })

  it.each([
    ['EE100931558', 'done'],
    ['EE100931559', { vatNumber: 'vatNumberInvalid' }],
    ['', { vatNumber: 'vatNumberInvalid' }],
    ['FI12345678', 'done'],
  ])('is asked for under a number that can be: %s', async (vatNumber, outcome) => {
    expect(await codeOf(saveSettings(studio, admin, 'payments', { ...liable, vatNumber }))).toEqual(outcome)
  })
})

describe('a statement', () => {
  it('lists what was paid within the year, by the day of the money', async () => {
    await paid()
    studio.now = Date.parse('2027-01-02T10:00:00Z')
    await paid(admin)
    await paid()
    await bought()
    const of = async (year: number) => (await studio.ask(member, papers.statement, { year }))?.lines
    expect(await of(2026)).toMatchObject([{ description: 'Four classes', cents: 4000, paidDay: '2026-03-10' }])
    expect(await of(2027)).toMatchObject([{ paidDay: '2027-01-02' }])
    expect(await of(2025)).toEqual([])
    expect((await studio.ask(member, papers.mine, {})).years).toEqual([2027, 2026])
  })
})

describe('access to papers', () => {
  it('is refused to other members, by every call', async () => {
    const [stranger, teacher] = [await studio.person(), await studio.person('teacher')]
    const paymentId = await paid()
    const { id } = await receiptOf(paymentId)
    expect(await studio.ask(stranger, papers.content, { id })).toBeNull()
    expect(await studio.ask(teacher, papers.content, { id })).not.toBeNull()
    expect(await numbers(stranger)).toEqual([])
    const asked = { paymentIds: [paymentId], buyer: person }
    expect(await codeOf(studio.call(stranger, papers.receipt, { paymentId }))).toBe('paymentNotFound')
    expect(await codeOf(studio.call(stranger, papers.invoice, asked))).toBe('paymentNotFound')
    const year = { year: 2026, userId: member.userId }
    expect(await studio.ask(stranger, papers.statement, year)).toBeNull()
    expect((await studio.ask(teacher, papers.statement, year))?.lines).toHaveLength(1)
    // staff must name the payer: a payment of another person is refused
    expect(await codeOf(studio.call(admin, papers.invoiceFor, { ...asked, userId: stranger.userId }))).toBe(
      'paymentNotFound',
    )
    expect(await codeOf(studio.call(admin, papers.invoiceFor, { ...asked, userId: member.userId }))).toBe('done')
  })

  it("papers stay when an account is deleted; the buyer's address for invoices does not", async () => {
    const paymentId = await paid()
    const { id } = await receiptOf(paymentId)
    await invoiceOf([paymentId], company)
    const before = await contentOf(id)
    await studio.must(admin, privacy.deleteUser, { userId: member.userId })
    expect(await contentOf(id, admin)).toEqual(before)
    const { papers: listed } = await studio.ask(admin, papers.ofUser, { userId: member.userId })
    expect(listed.map(({ number }) => number).toSorted()).toEqual(['A-2026-0001', 'R-2026-0001'])
    expect(await studio.sql`select * from "paperBuyers"`).toEqual([])
    await expectInvariants(studio)
  })

  it('the content is deleted after seven full years, and only the numbers stay', async () => {
    await receiptOf(await paid())
    const clearUp = () =>
      studio.withinItself(async (c) => studio.services.jobs.get('papers.outlived')?.run(c, {} as never))
    const kept = () => studio.sql`select number, content is not null as told from papers`
    studio.now = Date.parse('2033-12-31T12:00:00Z')
    await clearUp()
    expect(await kept()).toEqual([{ number: 1, told: true }])
    studio.now = Date.parse('2034-01-01T12:00:00Z')
    await clearUp()
    expect(await kept()).toEqual([{ number: 1, told: false }])
    await expectInvariants(studio)
  })

  it('papers are in the download of personal data', async () => {
    await invoiceOf([await paid()], company)
    const held = await studio.must(member, privacy.download, {})
    expect(held.papers.map(({ number }) => number)).toEqual(['A-2026-0001'])
    expect(held.invoicesTo).toMatchObject({ name: 'OÜ Tööandja' })
  })
})
