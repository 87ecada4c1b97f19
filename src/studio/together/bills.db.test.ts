import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { aCourse, joining, saveSettings } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { bills, type BillRow } from '#studio/bills/contract.ts'
import { discountsOf } from '#studio/bills/rules.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { papers } from '#studio/papers/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { settings } from '#studio/settings/contract.ts'

const family = familyStudio()
const MONTH = '2026-03'

/** Sets a monthly price of 40 € for Cover, and a sibling discount of 10 %. */
async function priced(siblingPercent = 10, nameEt?: string) {
  const { studio, admin } = family
  const { membershipCategories } = await studio.ask(admin, settings.shown, {})
  const cover = membershipCategories.find(({ id }) => id === 'Cover')!
  const form = { name: cover.name, nameEt: cover.nameEt, marked: cover.groupPrice, monthlyPrice: null }
  await studio.must(admin, settings.editCategory, {
    kind: 'membership',
    id: 'Cover',
    ...form,
    ...(nameEt !== undefined && { nameEt }),
    monthlyPrice: 4000,
    before: form,
  })
  await saveSettings(studio, admin, 'payments', { siblingPercent, feesDueDay: 10 })
  // settings are reloaded after their change is announced
  await vi.waitFor(async () => {
    const shown = await studio.ask(admin, settings.shown, {})
    expect(shown.membershipCategories.find(({ id }) => id === 'Cover')?.monthlyPrice).toBe(4000)
    expect(shown.siblingPercent).toBe(siblingPercent)
  })
}

async function childOf(guardian: Person, displayName: string, dob: string): Promise<string> {
  const { studio } = family
  const { personId } = await studio.must(guardian, families.addChild, { displayName, familyName: 'Tamm', dob })
  await give(personId, 'Cover')
  return personId
}

const give = (userId: string, membershipCategory: string | null) =>
  family.studio.must(family.admin, accounts.setMembershipCategory, { userId, membershipCategory })

const billFor = (month = MONTH) => family.studio.ask(family.admin, bills.month, { month })
const rowOf = async (personId: string, month = MONTH) =>
  (await billFor(month)).rows.find((row) => row.personId === personId)

/**
 * The input as the screen sends it: everybody who is not billed and not paused for the whole month, with the proposed
 * sums.
 */
async function asShown(sums: Readonly<Record<string, number>> = {}, month = MONTH) {
  const { rows, families: several } = await billFor(month)
  const { siblingPercent } = await family.studio.ask(family.admin, settings.shown, {})
  const open = rows.filter((row) => row.billed === null && !row.pausedThroughout)
  const off = discountsOf(open, several, new Set(open.map(({ personId }) => personId)), siblingPercent)
  return {
    month,
    rows: open.map(({ personId, full }: BillRow) => {
      const proposed = full - (off.get(personId) ?? 0)
      return { personId, proposed, cents: sums[personId] ?? proposed }
    }),
  }
}

const made = () =>
  family.studio.sql<{ userId: string; payerId: string; price: number; discount: number; item: string; itemId: string }>`
    select user_id as "userId", payer_id as "payerId", price, discount, item, item_id as "itemId" from payments
    where item = 'monthly fee' and status <> 'cancelled' order by price desc, user_id`

const day = (date: string) => Date.parse(`${date}T12:00:00+02:00`)

describe('the bill of a month', () => {
  it('lists everybody who had a category with a price on any day, with joining, leaving and pauses', async () => {
    const { studio, admin, parent } = family
    await priced()
    studio.now = day('2026-02-20')
    const mari = await childOf(parent, 'Mari', '2012-05-05')
    studio.now = day('2026-03-12')
    const juku = await childOf(parent, 'Juku', '2016-05-05')
    await give(parent.userId, 'Member-girl')
    studio.now = day('2026-03-20')
    await give(mari, null)
    await studio.must(admin, bills.addPause, {
      personId: juku,
      from: '2026-03-14',
      until: '2026-03-16',
      reason: 'A trip',
    })
    expect((await billFor()).rows).toMatchObject([
      { personId: juku, full: 4000, joined: '2026-03-12', left: null, pauses: [{ reason: 'A trip' }], billed: null },
      { personId: mari, full: 4000, joined: null, left: '2026-03-20', pauses: [] },
    ])
    // in the months before and after, only one of them has it
    expect((await billFor('2026-04')).rows.map(({ personId }) => personId)).toEqual([juku])
    expect((await billFor('2026-02')).rows.map(({ personId }) => personId)).toEqual([mari])
    await expectInvariants(studio)
  })

  it('tells people of the same name apart by their birth and who pays, and nobody else', async () => {
    const { studio, admin, parent } = family
    await priced()
    const other = await studio.person('user', { displayName: 'Other', email: 'other@example.ee' })
    const juku = await childOf(parent, 'Juku', '2016-05-05')
    const namesake = await childOf(other, 'juku', '2017-06-06')
    const mari = await childOf(parent, 'Mari', '2012-05-05')
    const { userId: alone } = await studio.must(admin, accounts.addPerson, { displayName: 'Juku', familyName: 'Tamm' })
    await give(alone, 'Cover')
    const [{ email } = { email: '' }] = await studio.sql<{ email: string }>`
      select email from accounts where id = ${parent.accountId}`
    const apart = new Map((await billFor()).rows.map((row) => [row.personId, row.apart]))
    expect(apart.get(juku)).toEqual({ dob: '2016-05-05', email })
    expect(apart.get(namesake)).toEqual({ dob: '2017-06-06', email: 'other@example.ee' })
    expect(apart.get(alone)).toEqual({ dob: null, email: '' })
    expect(apart.get(mari)).toBeNull()
  })

  it('proposes nothing for a person who is paused on all days, until the pause is removed', async () => {
    const { studio, admin, parent } = family
    await priced()
    const mari = await childOf(parent, 'Mari', '2012-05-05')
    const span = { from: '2020-01-01', until: '2030-12-31' }
    const { id } = await studio.must(admin, bills.addPause, { personId: mari, ...span, reason: 'Abroad' })
    expect(await rowOf(mari)).toMatchObject({ pausedThroughout: true })
    await studio.must(admin, bills.removePause, { pauseId: id })
    expect(await rowOf(mari)).toMatchObject({ pausedThroughout: false, pauses: [] })
    const wrong = { personId: mari, from: '2026-03-05', until: '2026-03-01', reason: ' ' }
    expect(await codeOf(studio.call(admin, bills.addPause, wrong))).toEqual({
      until: 'pauseEndsBefore',
      reason: 'reasonMissing',
    })
  })

  it('bills each payer for all of their people, with the sibling discount and edited sums', async () => {
    const { studio, admin, parent, other } = family
    studio.now = day('2026-03-02')
    await priced()
    const [mari, juku] = [await childOf(parent, 'Mari', '2012-05-05'), await childOf(parent, 'Juku', '2016-05-05')]
    await give(other.userId, 'Cover')
    expect(await studio.ask(admin, bills.month, { month: MONTH })).toMatchObject({ dueOn: '2026-03-10' })
    const answer = await studio.must(admin, bills.create, await asShown({ [other.userId]: 1234 }))
    expect(answer).toMatchObject({ created: 3, payers: 2, sum: 4000 + 3600 + 1234 })
    expect(await made()).toEqual([
      { userId: mari, payerId: parent.accountId, price: 4000, discount: 0, item: 'monthly fee', itemId: MONTH },
      { userId: juku, payerId: parent.accountId, price: 3600, discount: 400, item: 'monthly fee', itemId: MONTH },
      { userId: other.userId, payerId: other.accountId, price: 1234, discount: 0, item: 'monthly fee', itemId: MONTH },
    ])
    const [due] = await studio.ask(parent, payments.mine, {})
    expect(due).toMatchObject({ item: 'monthly fee', description: 'Monthly fee, March 2026 (Cover)', status: 'due' })
    // the end of the 10th in the studio's time zone
    expect(new Date(due!.deadline).toISOString()).toBe('2026-03-10T21:59:59.999Z')
    await expectInvariants(studio)
  })

  it("names the category in the payer's language, or in the admin's for a payer without an account", async () => {
    const { studio, admin, parent, other } = family
    studio.now = day('2026-03-02')
    await priced(10, 'Kaverid')
    await childOf(parent, 'Mari', '2012-05-05')
    await give(other.userId, 'Cover')
    await studio.must(parent, accounts.setLanguage, { language: 'et' })
    const { userId: personId } = await studio.must(admin, accounts.addPerson, {
      displayName: 'Liis',
      familyName: 'Tamm',
    })
    await give(personId, 'Cover')
    await studio.must(admin, accounts.setLanguage, { language: 'et' })
    await studio.must(admin, bills.create, await asShown())
    const calledFor = async (person: Person) =>
      (await studio.ask(person, payments.mine, {})).map((one) => one.description)
    expect(await calledFor(parent)).toEqual(['Kuutasu, märts 2026 (Kaverid)'])
    expect(await calledFor(other)).toEqual(['Monthly fee, March 2026 (Cover)'])
    const { rows } = await studio.ask(admin, payments.ofUser, { userId: personId, page: 1 })
    expect(rows.map((one) => one.description)).toEqual(['Kuutasu, märts 2026 (Kaverid)'])
  })

  it('counts running courses for the sibling discount', async () => {
    const { studio, admin, parent } = family
    studio.now = day('2026-03-02')
    await priced()
    const [mari, juku] = [await childOf(parent, 'Mari', '2012-05-05'), await childOf(parent, 'Juku', '2016-05-05')]
    const courseId = await aCourse(studio, admin, { standardPrice: 9000, memberPrice: null })
    await studio.must(parent, courses.join, { ...joining(courseId), personId: juku })
    await studio.must(admin, bills.create, await asShown())
    expect((await made()).map(({ userId, price }) => [userId, price])).toEqual([
      [juku, 4000],
      [mari, 3600],
    ])
    await expectInvariants(studio)
  })

  it('is due after the payment term if the due day has passed', async () => {
    const { studio, admin, parent } = family
    studio.now = day('2026-03-25')
    await priced()
    await childOf(parent, 'Mari', '2012-05-05')
    expect(await studio.ask(admin, bills.month, { month: MONTH })).toMatchObject({ dueOn: '2026-03-30' })
    await studio.must(admin, bills.create, await asShown())
    const [due] = await studio.ask(parent, payments.mine, {})
    expect(due?.deadline).toBe(day('2026-03-25') + 5 * 24 * 3_600_000)
  })

  it('is created once per person and month, even by two admins at once', async () => {
    const { studio, admin, parent } = family
    await priced()
    await childOf(parent, 'Mari', '2012-05-05')
    await childOf(parent, 'Juku', '2016-05-05')
    const second = await studio.person('admin')
    const input = await asShown()
    const codes = await Promise.all([admin, second].map((by) => codeOf(studio.call(by, bills.create, input))))
    expect(codes.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual(['billChanged', 'done'])
    expect(await made()).toHaveLength(2)
    // the database refuses a second one too
    const [one] = await studio.sql<{ paymentId: string; personId: string }>`
      select payment_id as "paymentId", person_id as "personId" from "monthlyFees" limit 1`
    await expect(
      family.write(sql`insert into "monthlyFees" (month, person_id, category_id, payment_id, batch, created_at)
        values (${MONTH}, ${one?.personId}, 'Cover', ${one?.paymentId}, 'again', now())`),
    ).rejects.toHaveProperty('cause.constraint', 'monthlyFees_month_person_id_pk')
    await expectInvariants(studio)
  })

  it('is refused if something has changed since it was shown', async () => {
    const { studio, admin, parent } = family
    await priced()
    const mari = await childOf(parent, 'Mari', '2012-05-05')
    await childOf(parent, 'Juku', '2016-05-05')
    const input = await asShown()
    await studio.must(admin, accounts.setMembershipCategory, { userId: mari, membershipCategory: null })
    expect(await codeOf(studio.call(admin, bills.create, input))).toBe('billChanged')
    expect(await codeOf(studio.call(admin, bills.create, { ...input, rows: [{ ...input.rows[0]!, cents: 0 }] }))).toBe(
      'feeOutOfRange',
    )
    expect(await made()).toEqual([])
  })

  it('sends each payer one letter with one sum, two minutes after the press', async () => {
    const { studio, admin, parent } = family
    studio.now = day('2026-03-02')
    await priced()
    await childOf(parent, 'Mari', '2012-05-05')
    await childOf(parent, 'Juku', '2016-05-05')
    await studio.must(admin, bills.create, await asShown())
    const letters = () =>
      studio.sql<{
        letter: string
        account: string
      }>`select letter, account_id as account from told where letter = 'bills.fees'`
    studio.now += 119_000
    await studio.runJobs()
    expect(await letters()).toEqual([])
    studio.now += 1_000
    await studio.runJobs()
    expect(await letters()).toEqual([{ letter: 'bills.fees', account: parent.accountId }])
    studio.now += 3_600_000
    await studio.runJobs()
    const [letter] = await studio.sql<{
      text: string
    }>`select text from outbox where text like '%Monthly fee, March 2026 (Cover)%'`
    expect(letter?.text).toContain('76€')
  })

  it('sends the letter in the morning if it is made at night, without what was paid or cancelled meanwhile', async () => {
    const { studio, admin, parent } = family
    studio.now = day('2026-03-02')
    await priced()
    await childOf(parent, 'Mari', '2012-05-05')
    await childOf(parent, 'Juku', '2016-05-05')
    const bill = await asShown()
    studio.now = Date.parse('2026-03-02T23:00:00+02:00')
    await studio.must(admin, bills.create, bill)
    studio.now += 300_000
    await studio.runJobs()
    const [paid] = await made()
    const [open] = await studio.sql<{ id: string }>`select id from payments where user_id = ${paid?.userId ?? ''}`
    await studio.must(admin, payments.confirm, { paymentId: open?.id ?? '', actualAmount: 4000 })
    studio.now = Date.parse('2026-03-03T08:00:00+02:00')
    await studio.runJobs()
    const letters = await studio.sql<{
      text: string
    }>`select text from outbox where text like '%Monthly fee, March 2026 (Cover)%'`
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain('Total: 36€')
    expect(letters[0]?.text).toContain('Here is the fee of the month.')
  })

  it('uses the VAT rate at the time of billing, and keeps it', async () => {
    const { studio, admin, parent } = family
    const rate = (vatRate: number) =>
      saveSettings(studio, admin, 'payments', { vatLiable: true, vatRate, vatNumber: 'EE100931558' })
    await priced()
    const kati = await childOf(parent, 'Kati', '2014-02-02')
    await rate(22)
    const seen = await asShown()
    await rate(24)
    const { batch } = await studio.must(admin, bills.create, seen)
    await studio.must(admin, bills.undo, { batch })
    await rate(20)
    await studio.must(admin, bills.create, await asShown())
    await rate(24)
    await studio.must(admin, bills.create, await asShown({}, '2026-04'))
    const rates = await studio.sql`
      select status, item_id as month, vat_rate as rate from payments where user_id = ${kati} order by created_at, id`
    expect(rates).toEqual(
      expect.arrayContaining([
        { status: 'cancelled', month: '2026-03', rate: 24 },
        { status: 'due', month: '2026-03', rate: 20 },
        { status: 'due', month: '2026-04', rate: 24 },
      ]),
    )
    // one invoice contains both rates
    const { payments: open, buyer } = await studio.ask(parent, papers.toInvoice, {})
    const paymentIds = open.map(({ id }) => id)
    const { id } = await studio.must(parent, papers.invoice, { paymentIds, buyer })
    const lines = (await studio.ask(parent, papers.content, { id }))?.lines ?? []
    expect(lines.map(({ vatRate }) => vatRate)).toEqual(expect.arrayContaining([20, 24]))
    // each line covers its month
    expect(lines.map(({ from, until }) => `${from} ${until}`).toSorted()).toEqual([
      '2026-03-01 2026-03-31',
      '2026-04-01 2026-04-30',
    ])
    await expectInvariants(studio)
  })

  it('concurrently with the end of a guardian’s link, has one payer per fee', async () => {
    const { studio, admin, parent } = family
    await priced()
    for (let month = 3; month <= 8; month++) {
      const personId = await childOf(parent, `Laps ${month}`, '2014-02-02')
      const name = `2026-0${month}`
      const seen = { month: name, rows: (await asShown({}, name)).rows.filter((row) => row.personId === personId) }
      const link = { accountId: parent.accountId, personId }
      const outcomes = await Promise.all([
        codeOf(studio.call(admin, bills.create, seen)),
        codeOf(studio.call(admin, families.endAnyLink, link)),
      ])
      // the sibling discount may have changed with the link
      if (outcomes[0] === 'billChanged') await studio.must(admin, bills.create, await asShown({}, name))
      expect(outcomes[1]).toBe('done')
      const payers = await studio.sql<{ payer: string }>`
        select payer_id as payer from payments where user_id = ${personId} and item_id = ${name}`
      expect(payers).toHaveLength(1)
      expect([parent.accountId, `person-${personId}`]).toContain(payers[0]?.payer)
    }
    await expectInvariants(studio)
    expect(studio.reported).toEqual([])
  })

  it('can be undone for two minutes without any letter, and then billed again', async () => {
    const { studio, admin, parent } = family
    await priced()
    await childOf(parent, 'Mari', '2012-05-05')
    await childOf(parent, 'Juku', '2016-05-05')
    const { batch } = await studio.must(admin, bills.create, await asShown())
    expect((await billFor()).undo).toMatchObject({ batch, count: 2 })
    expect(await studio.must(admin, bills.undo, { batch })).toEqual({ undone: 2, stayed: 0 })
    expect(await made()).toEqual([])
    await expectInvariants(studio)
    studio.now += 2 * 60_000
    await studio.runJobs()
    expect(await studio.sql`select from told where letter = 'bills.fees'`).toEqual([])
    const again = await studio.must(admin, bills.create, await asShown())
    studio.now += 2 * 60_000
    expect(await codeOf(studio.call(admin, bills.undo, { batch: again.batch }))).toBe('undoTooLate')
    expect(await made()).toHaveLength(2)
    await expectInvariants(studio)
  })

  it('the feature cannot be switched off while a bill can be undone', async () => {
    const { studio, admin, parent } = family
    await priced()
    await childOf(parent, 'Mari', '2012-05-05')
    await studio.must(admin, bills.create, await asShown())
    const off = () => codeOf(saveSettings(studio, admin, 'features', { monthlyFees: false }))
    expect(await off()).toEqual({ monthlyFees: 'billsPending' })
    studio.now += 2 * 60_000
    expect(await off()).toBe('done')
  })
})

it('billing 500 people takes at most two seconds of CPU time', { timeout: 60_000 }, async ({ annotate }) => {
  const { studio, admin, write } = family
  await priced()
  await write(sql`
    insert into people (id, display_name, family_name, dob, membership_category, created_at)
    select 'many' || n, 'Person ' || n, 'Tamm', '2012-01-01', 'Cover', now() from generate_series(1, 500) n`)
  // two children each
  await write(sql`
    insert into accounts (id, email, created_at, person_id, language)
    select 'payer' || n, 'payer' || n || '@example.ee', now(), null, 'et' from generate_series(1, 250) n`)
  await write(sql`
    insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
    select 'payer' || (n + 1) / 2, 'many' || n, true, true, true, now() from generate_series(1, 500) n`)
  const started = performance.now()
  const before = process.cpuUsage()
  const input = await asShown()
  const looked = performance.now()
  const answer = await studio.must(admin, bills.create, input)
  const billed = performance.now()
  expect(answer).toMatchObject({ created: 500, payers: 250, sum: 250 * 7600 })
  const { user, system } = process.cpuUsage(before)
  await annotate(`looked at in ${Math.round(looked - started)} ms, made in ${Math.round(billed - looked)} ms`)
  // CPU time, so that other load on the machine does not count
  expect((user + system) / 1000).toBeLessThan(2_000)
  await expectInvariants(studio)
})
