import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import { aMembership, anEntry, aPurchase, dropIn } from '#server/testing/fixtures.ts'
import { insertPeople } from '#server/testing/insertPeople.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import type { PaymentMethod } from '#studio/payments/rules.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { settings } from '#studio/settings/contract.ts'

let studio: TestStudio
let admin: Person
let mari: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  mari = await studio.person('user', { email: 'mari@example.ee' })
}, WITH_FEATURES)

const letters = () =>
  studio.sql<{ to: string; subject: string; text: string; calendar: string }>`
    select to_address as "to", subject, text, calendar from outbox order by id`
const subjects = async () => (await letters()).map(({ subject }) => subject)

/** Runs the studio's jobs at that time, as a server would after a downtime. */
async function workAt(instant: Instant): Promise<void> {
  studio.now = instant
  await studio.startJobs()
  studio.now += 5 * MINUTE
  await studio.runJobs()
}
const remind = (notices: Partial<Record<'classHours' | 'membershipDays' | 'overdueDays', number>>) => {
  const before = { classHours: 0, membershipDays: 0, overdueDays: 0 }
  return studio.must(admin, settings.save, { section: 'notices', typed: { ...before, ...notices }, before })
}
async function booked(inDays = 3, paymentMethod: PaymentMethod = 'bankTransfer'): Promise<string> {
  const { scheduleId } = await anEntry(studio, admin, { inDays })
  await studio.must(mari, registrations.registerWithDropIn, { ...dropIn(scheduleId), paymentMethod })
  return scheduleId
}

describe('letters about own actions', () => {
  it('a booking is confirmed once, with how to pay and an event for the calendar', async () => {
    await booked()
    await studio.runJobs()
    await studio.writeLetters()
    const [letter, ...more] = await letters()
    expect(more).toEqual([])
    expect(letter?.subject).toBe('Booked: Girls beginners, Friday 13 March')
    expect(letter?.text).toContain('Time: Friday 13 March, 18:00')
    expect(letter?.text).toContain('To pay: 15€')
    expect(letter?.calendar).toContain('SUMMARY:Girls beginners')
  })

  it('a booking that was cancelled before the letter is not confirmed', async () => {
    const scheduleId = await booked()
    await studio.runJobs()
    await studio.must(mari, registrations.cancel, { scheduleId })
    await studio.writeLetters()
    expect(await subjects()).toEqual([])
  })

  it('a membership is confirmed with how to pay', async () => {
    await aPurchase(studio, admin, mari)
    await studio.runJobs()
    await studio.writeLetters()
    const [letter] = await letters()
    expect(letter?.subject).toMatch(/^Membership bought: /)
    expect(letter?.text).toMatch(/To pay: \d+€/)
  })

  it('received money and what is still open are in one letter', async () => {
    await booked()
    const mia = { displayName: 'Mia', familyName: 'Maasikas', dob: '2016-05-05' }
    const { personId } = await studio.must(mari, families.addChild, mia)
    const { scheduleId } = await anEntry(studio, admin, { inDays: 4 })
    await studio.must(mari, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    for (const { id, price } of await studio.ask(mari, payments.mine, {})) {
      await studio.must(admin, payments.confirm, { paymentId: id, actualAmount: price })
    }
    await booked(5)
    studio.now += 2 * MINUTE
    await studio.runJobs()
    await studio.writeLetters()
    const [letter] = await letters()
    expect(letter?.text).toContain('We received 30€')
    expect(letter?.text).toContain('Received: Girls beginners, 13 March, Mari: 15€')
    expect(letter?.text).toContain('Received: Girls beginners, 14 March, Mia: 15€')
    expect(letter?.text).toContain('Still to pay: 15€.')
  })

  it('each letter about received money says how to pay the rest', async () => {
    await booked(3)
    await booked(4)
    await booked(5, 'cash')
    await studio.runJobs()
    await studio.writeLetters()
    const { holder, iban } = studio.services.settings.bankAccount ?? { holder: '', iban: '' }
    const transfer = [`Recipient: ${holder}`, `IBAN: ${iban.replace(/(.{4})(?=.)/g, '$1 ')}`]
    const afterPaying = async (paymentMethod: PaymentMethod) => {
      const one = (await studio.ask(mari, payments.mine, {})).find((of) => of.paymentMethod === paymentMethod)
      await studio.must(admin, payments.confirm, { paymentId: one?.id ?? '', actualAmount: 1500 })
      studio.now += 20 * MINUTE
      await studio.runJobs()
      await studio.writeLetters()
      return (await letters()).at(-1)?.text ?? ''
    }
    const both = await afterPaying('bankTransfer')
    for (const said of [
      'Still to pay: 30€.',
      '15€ is to be paid by bank transfer.',
      '15€ is to be paid in cash at the studio.',
      ...transfer,
    ]) {
      expect(both).toContain(said)
    }
    expect(both.match(/Open: Girls beginners, 1[345] March: 15€, due on 15 March\n/g)).toHaveLength(2)
    const rest = await afterPaying('cash')
    for (const said of ['Still to pay: 15€.', 'Please pay by bank transfer.', ...transfer]) expect(rest).toContain(said)
    const nothing = await afterPaying('bankTransfer')
    expect(nothing).toContain('Nothing else is to be paid.')
    expect(nothing).not.toContain('IBAN')
  })
})

describe('automatic reminders are sent once', () => {
  const soon = async () => (await subjects()).filter((subject) => subject.startsWith('Soon'))

  it('a reminder of a class has a link to cancel, and is sent even after a downtime of three hours', async () => {
    await booked(3)
    await studio.runJobs()
    await studio.writeLetters()
    const starts = Date.parse('2026-03-13T16:00:00Z')
    await remind({ classHours: 24 })
    await workAt(starts - 24 * HOUR - 10 * MINUTE)
    expect(await soon()).toEqual([])
    await workAt(starts - 9 * HOUR)
    await workAt(starts - 8 * HOUR)
    expect(await soon()).toEqual(['Soon: Girls beginners, Friday 13 March'])
    expect((await letters()).at(-1)?.text).toMatch(/Cancel:\n\S+\/my-place\/\S+/)
  })

  it('included people get one with a link to say that they can’t come, unless they already have', async () => {
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    const starts = Date.parse('2026-03-13T16:00:00Z')
    await studio.person('user', { email: 'anna@example.ee', membershipCategory: 'Member-girl' })
    const kati = await studio.person('user', { membershipCategory: 'Member-girl' })
    await studio.must(kati, registrations.cantCome, { scheduleId })
    await remind({ classHours: 24 })
    await workAt(starts - 9 * HOUR)
    await workAt(starts - 8 * HOUR)
    const reminders = (await letters()).filter(({ subject }) => subject.startsWith('Soon'))
    expect(reminders).toMatchObject([{ to: 'anna@example.ee' }])
    expect(reminders[0]?.text).toContain(`I can't come:\n`)
    expect(reminders[0]?.text).toContain(`/my-place/${scheduleId}`)
  })

  it('no reminder is sent for a class that is cancelled, over or just booked', async () => {
    const scheduleId = await booked(3)
    const starts = Date.parse('2026-03-13T16:00:00Z')
    await remind({ classHours: 24 })
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    await workAt(starts - HOUR)
    await anEntry(studio, admin, { inDays: 1 })
    await workAt(starts + 3 * DAY)
    expect(await soon()).toEqual([])
  })

  it('a reminder is sent before a membership ends, unless another one follows', async () => {
    const purchaseId = await aPurchase(studio, admin, mari)
    const [pass] = await studio.ask(mari, memberships.mine, {})
    await remind({ membershipDays: 3 })
    const ends = pass?.validUntil ?? 0
    await workAt(ends - 3 * DAY - HOUR)
    expect(await subjects()).not.toContainEqual(expect.stringMatching(/ ends on /))
    for (const day of [2.5, 2.4, 1]) {
      await workAt(ends - day * DAY)
      await studio.writeLetters()
    }
    expect((await subjects()).filter((subject) => subject.includes(' ends on '))).toHaveLength(1)
    expect(purchaseId).toBe(pass?.id)
  })

  it('a deactivated person is not reminded that a membership ends', async () => {
    await aPurchase(studio, admin, mari)
    const [pass] = await studio.ask(mari, memberships.mine, {})
    await remind({ membershipDays: 3 })
    await studio.must(admin, accounts.setActive, { userId: mari.userId, active: false })
    await workAt((pass?.validUntil ?? 0) - 2 * DAY)
    await studio.writeLetters()
    expect((await subjects()).filter((subject) => subject.includes(' ends on '))).toEqual([])
  })

  it('people whom no letter can reach keep nobody behind them from being reminded', async () => {
    await aPurchase(studio, admin, mari)
    const { personId } = await studio.must(mari, families.addChild, {
      displayName: 'Mia',
      familyName: 'Maasikas',
      dob: '2016-05-05',
    })
    const membershipId = await aMembership(studio, admin)
    const how = { coverMember: false, paymentMethod: 'cash' as const }
    const { purchaseId } = await studio.must(mari, memberships.buy, { membershipId, ...how, personId })
    const [pass] = await studio.ask(mari, memberships.mine, {})
    await studio.database.transaction(async (tx) => {
      const rows = sql`select 'm' || n, '', 'Mari', 'Number ' || n, '2005-05-05', now() from generate_series(1, 500) n`
      await tx.execute(insertPeople('id, email, display_name, family_name, dob, created_at', rows))
      await tx.execute(sql`insert into purchases select (jsonb_populate_record(p, jsonb_build_object('id', m.id,
          'user_id', m.id, 'payment_id', null, 'valid_until', p.valid_until - interval '1 hour'))).*
        from purchases p, people m where p.id = ${purchaseId} and m.id like 'm%' and m.family_name like 'Number%'`)
    })
    await remind({ membershipDays: 3 })
    await workAt((pass?.validUntil ?? 0) - 2 * DAY)
    await studio.writeLetters()
    const reminders = (await letters()).filter(({ text }) => text.includes('ends soon'))
    expect(reminders.map(({ to }) => to)).toEqual(['mari@example.ee'])
    expect(reminders[0]?.text).toContain('For: Mia')
  })

  it('all overdue payments are in one letter, and only newly overdue ones lead to another', async () => {
    await booked(3)
    await booked(4)
    await remind({ overdueDays: 2 })
    const owed = async () => (await subjects()).filter((subject) => subject.startsWith('Still to pay'))
    for (const days of [6, 7.1, 7.2, 8]) {
      await workAt(Date.parse('2026-03-10T10:00:00Z') + days * DAY)
      await studio.writeLetters()
    }
    expect(await owed()).toEqual(['Still to pay: 30€'])
  })

  it('a payer is reminded even behind a hundred others who have marked theirs as paid', async () => {
    await booked(3)
    await studio.database.transaction(async (tx) => {
      const columns = 'id, email, email_verified_at, display_name, family_name, dob, created_at'
      const person = sql`select '!' || n, n || '@example.ee', now(), 'Anna', 'Kask', '2005-05-05', now()`
      await tx.execute(insertPeople(columns, sql`${person} from generate_series(1, 100) n`))
      await tx.execute(sql`
        insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', s || n, 'user_id', '!' || n,
          'payer_id', '!' || n, 'status', s))).*
        from payments p, generate_series(1, 100) n, unnest(array['due', 'markedByUser']) s`)
    })
    await remind({ overdueDays: 2 })
    await workAt(Date.parse('2026-03-10T10:00:00Z') + 7.1 * DAY)
    await studio.writeLetters()
    expect((await letters()).filter(({ subject }) => subject.startsWith('Still to pay'))).toMatchObject([
      { to: 'mari@example.ee' },
    ])
  })

  it('received money is reported even after a downtime of more than a day', async () => {
    await booked(9)
    await studio.runJobs()
    const [due] = await studio.ask(mari, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: due?.id ?? '', actualAmount: 1500 })
    await workAt(studio.now + 26 * HOUR)
    await studio.writeLetters()
    expect((await letters()).map(({ text }) => text).join('\n')).toContain('Your money has arrived')
  })
})

describe('reminders sent by an admin', () => {
  const toRemind = () => studio.ask(admin, payments.toRemind, { paymentIds: null })
  const press = () => studio.must(admin, payments.remindPayers, { paymentIds: null, payerIds: [mari.accountId] })

  it('cover overdue payments with one letter per payer, at most once a week', async () => {
    await booked(3)
    await booked(4)
    expect(await toRemind()).toEqual({ owed: 0, letters: [], left: [] })
    studio.now += 6 * DAY
    expect(await toRemind()).toEqual({
      owed: 3000,
      letters: [{ payerId: mari.accountId, name: 'Mari Maasikas', cents: 3000 }],
      left: [],
    })
    expect(await press()).toMatchObject({ reminded: 1 })
    expect(await press()).toMatchObject({ reminded: 0 })
    expect((await toRemind()).left).toEqual([{ name: 'Mari Maasikas', why: 'remindedLately' }])
    await studio.writeLetters()
    expect((await subjects()).filter((subject) => subject.includes('Still to pay: 30€'))).toHaveLength(1)
    studio.now += 7 * DAY
    expect((await toRemind()).letters).toHaveLength(1)
  })

  it('go only to the payers who were listed, as others may have become overdue since', async () => {
    await booked(3)
    const liis = await studio.person()
    await studio.must(
      liis,
      registrations.registerWithDropIn,
      dropIn((await anEntry(studio, admin, { inDays: 4 })).scheduleId),
    )
    studio.now += 6 * DAY
    expect((await toRemind()).letters).toHaveLength(2)
    expect(await press()).toMatchObject({ reminded: 1 })
    expect((await toRemind()).letters).toMatchObject([{ payerId: liis.accountId }])
  })

  it('are offered on an open screen as soon as a payment is overdue', async () => {
    await booked(8)
    const [due] = await studio.ask(mari, payments.mine, {})
    const deadline = due?.deadline ?? 0
    studio.now = deadline - 200
    const { next, stop } = await studio.watch(admin, payments.toRemind, { paymentIds: null })
    expect((await next()).letters).toEqual([])
    studio.now = deadline + 1
    expect((await next()).letters).toHaveLength(1)
    stop()
  })

  it('list overdue payments first, then those with time left, with the person they are for', async () => {
    await booked(3)
    const mia = { displayName: 'Mia', familyName: 'Maasikas', dob: '2016-05-05' }
    const { personId } = await studio.must(mari, families.addChild, mia)
    studio.now += 6 * DAY
    const { scheduleId } = await anEntry(studio, admin, { inDays: 9 })
    await studio.must(mari, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    await press()
    await studio.writeLetters()
    const letter = (await letters()).find(({ text }) => text.includes('Still to pay'))
    expect(letter?.text).toContain(
      [
        'One payment is overdue: 15€. If you have just paid it, thank you.',
        '',
        '1 more payment is not due yet: 15€.',
        '',
        'Girls beginners, 13 March, Mari: 15€, was due on 15 March',
        'Girls beginners, 25 March, Mia: 15€, due on 21 March',
        'Total: 30€',
      ].join('\n'),
    )
  })

  it('say how much is overdue and how much is not due yet, and the sum of all once', async () => {
    for (const days of [3, 4]) await booked(days)
    studio.now += 6 * DAY
    for (const days of [5, 6, 7]) await booked(days)
    await studio.runJobs()
    studio.now += 20 * MINUTE
    await studio.writeLetters()
    await press()
    studio.now += 20 * MINUTE
    await studio.writeLetters()
    const letter = (await letters()).find(({ subject }) => subject.startsWith('Still to pay'))
    expect(letter).toMatchObject({ subject: 'Still to pay: 75€' })
    expect(letter?.text).toContain('2 payments are overdue: 30€. If you have just paid them, thank you.')
    expect(letter?.text).toContain('3 more payments are not due yet: 45€.')
    expect(letter?.text.split('75€')).toHaveLength(2)
    expect(letter?.text).not.toContain('By: ')
  })

  it('list what is open once if money has come in the meantime', async () => {
    await booked(3)
    studio.now += 6 * DAY
    for (const days of [4, 5, 6]) await booked(days, 'cash')
    await studio.runJobs()
    const paid = (await studio.ask(mari, payments.mine, {})).at(-1)
    await studio.must(admin, payments.confirm, { paymentId: paid?.id ?? '', actualAmount: 1500 })
    studio.now += 2 * MINUTE
    await studio.runJobs()
    await press()
    await studio.writeLetters()
    const letter = (await letters()).find(({ text }) => text.includes('is overdue'))
    expect(letter?.text).toContain('We received 15€')
    expect(letter?.text.match(/was due on/g)).toHaveLength(1)
    expect(letter?.text.match(/, due on/g)).toHaveLength(2)
    expect(letter?.text).not.toContain('(overdue)')
  })

  it('name classes with their day in the reader’s language, and passes only by name', async () => {
    await booked(3)
    await booked(4)
    await aPurchase(studio, admin, mari)
    await studio.must(mari, accounts.setLanguage, { language: 'et' })
    studio.now += 6 * DAY
    await press()
    await studio.writeLetters()
    const letter = (await letters()).find(({ text }) => text.includes('tähtaeg oli'))
    for (const line of [
      'Girls beginners, 13. märts: 15€, tähtaeg oli 15. märts',
      'Girls beginners, 14. märts: 15€, tähtaeg oli 15. märts',
      '\nFour classes: 40€, tähtaeg oli 15. märts',
    ]) {
      expect(letter?.text).toContain(line)
    }
  })

  it('skip payers who have marked a payment as paid', async () => {
    await booked(3)
    await booked(4)
    const [first] = await studio.ask(mari, payments.mine, {})
    expect(await codeOf(studio.call(mari, payments.markAsPaid, { paymentId: first?.id ?? '' }))).toBe('done')
    studio.now += 6 * DAY
    expect(await toRemind()).toEqual({ owed: 0, letters: [], left: [{ name: 'Mari Maasikas', why: 'saidPaid' }] })
    expect(await press()).toMatchObject({ reminded: 0 })
  })

  it('can be withdrawn within two minutes', async () => {
    await booked(3)
    studio.now += 6 * DAY
    const { batch } = await press()
    studio.now += MINUTE
    await studio.runJobs()
    expect(await studio.must(admin, payments.undoReminders, { batch })).toEqual({ withdrawn: 1 })
    expect((await toRemind()).letters).toHaveLength(1)
    await studio.writeLetters()
    expect(await subjects()).not.toContainEqual(expect.stringContaining('Still to pay'))
  })
})
