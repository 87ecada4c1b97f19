import { sql, type SQL } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { anEntry, aPurchase, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from './contract.ts'
import { PEOPLE_FOUND } from './rules.ts'

let studio: TestStudio
const write = (statement: SQL) => studio.database.transaction(async (tx) => tx.execute(statement))
let admin: Person
let teacher: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  // fixed addresses, as a random one may contain 'oie'
  admin = await studio.person('admin', { displayName: 'Boss', email: 'boss@example.ee' })
  teacher = await studio.person('teacher', { displayName: 'Teacher', email: 'teacher@example.ee' })
  member = await studio.person('user', { displayName: 'Õie', email: 'oie.lill@example.ee' })
})

describe('searching for a person', () => {
  const names = async (search: string) =>
    (await studio.ask(teacher, registrations.people, { search })).people.map((person) => person.displayName)

  it('finds by name or e-mail in any case, and nobody for an empty query', async () => {
    expect(await names('õie')).toEqual(['Õie'])
    expect(await names('ÕIE maas')).toEqual(['Õie'])
    expect(await names('OIE.Lill@')).toEqual(['Õie'])
    expect(await names('%')).toEqual([])
    expect(await names('  ')).toEqual([])
  })

  it('leaves out people who are deactivated or have no name', async () => {
    await write(sql.raw(`update people set active = false where id = '${member.userId}'`))
    expect(await names('oie')).toEqual([])
    await write(sql.raw(`update people set active = true, display_name = '' where id = '${member.userId}'`))
    expect(await names('oie')).toEqual([])
  })

  it('shows a limited number, and says that there are more', async () => {
    for (let i = 0; i < PEOPLE_FOUND + 1; i++) await studio.person('user', { displayName: `Kati ${i}` })
    const found = await studio.ask(teacher, registrations.people, { search: 'kati' })
    expect([found.people.length, found.more]).toEqual([PEOPLE_FOUND, true])
  })
})

describe('registering another person', () => {
  it('by membership uses a class of that person’s pass', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const purchaseId = await aPurchase(studio, admin, member)
    const { userId } = member
    const before = await studio.ask(teacher, registrations.candidate, { userId })
    expect(before).toMatchObject({ memberships: [{ id: purchaseId, classesUsed: 0, classLimit: 4 }], scheduleIds: [] })
    await studio.must(teacher, registrations.registerOtherWithMembership, { scheduleId, userId, purchaseId })
    const after = await studio.ask(teacher, registrations.candidate, { userId })
    expect(after).toMatchObject({ memberships: [{ classesUsed: 1 }], scheduleIds: [scheduleId] })
    await expectInvariants(studio)
  })

  it('by drop-in makes that person’s own payment', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const input = { ...dropIn(scheduleId), userId: member.userId }
    expect(await studio.must(teacher, registrations.registerOtherWithDropIn, input)).toMatchObject({ price: 1500 })
    expect(await studio.ask(member, payments.mine, {})).toMatchObject([{ itemId: scheduleId, status: 'due' }])
    expect(await codeOf(studio.call(teacher, registrations.registerOtherWithDropIn, input))).toBe('alreadyRegistered')
    await expectInvariants(studio)
  })

  it('follows the rules that the person would meet', async () => {
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1 })
    const other = await studio.person()
    const theirs = await aPurchase(studio, admin, other)
    const register = (userId: string) =>
      codeOf(
        studio.call(teacher, registrations.registerOtherWithMembership, { scheduleId, userId, purchaseId: theirs }),
      )
    expect(await register('nobody')).toBe('userNotFound')
    expect(await register(member.userId)).toBe('membershipNotFound')
    expect(await register(other.userId)).toBe('done')
    const third = { ...dropIn(scheduleId), userId: member.userId }
    expect(await codeOf(studio.call(teacher, registrations.registerOtherWithDropIn, third))).toBe('classFull')
    studio.now += 2 * DAY
    expect(await codeOf(studio.call(teacher, registrations.registerOtherWithDropIn, third))).toBe('entryStarted')
  })

  it('gives the last place to one of many, however many staff try at once', async () => {
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1 })
    const people = await Promise.all(Array.from({ length: 5 }, () => studio.person()))
    const codes = await Promise.all(
      people.map(({ userId }, index) =>
        codeOf(
          studio.call(index % 2 ? teacher : admin, registrations.registerOtherWithDropIn, {
            ...dropIn(scheduleId),
            userId,
          }),
        ),
      ),
    )
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(codes.filter((code) => code === 'classFull')).toHaveLength(4)
    await expectInvariants(studio)
  })
})

describe('cancelling an entry', () => {
  const mails = async () => {
    await studio.writeLetters()
    return studio.sql<{
      to: string
      subject: string
      text: string
    }>`select to_address as "to", subject, text from outbox order by to_address`
  }

  it('after two minutes ends registrations, returns classes to passes, cancels payments, and writes to everyone in their language', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    const purchaseId = await aPurchase(studio, admin, member)
    const payer = await studio.person('user', { email: 'payer@example.ee' })
    await studio.person('user', { email: 'included@example.ee', membershipCategory: 'Member-girl' })
    await studio.person('user', { email: 'boy@example.ee', membershipCategory: 'Member-boy' })
    await studio.must(payer, accounts.setLanguage, { language: 'et' })
    await studio.must(member, registrations.registerWithMembership, { scheduleId, purchaseId })
    await studio.must(payer, registrations.registerWithDropIn, dropIn(scheduleId))
    await mails()
    await write(sql.raw('delete from outbox'))

    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    studio.now += UNDO_WITHIN - 1
    await studio.runJobs()
    expect(await studio.sql`select id from registrations`).toHaveLength(2)
    expect(await studio.sql`select id from outbox`).toEqual([])
    studio.now += 1
    await studio.runJobs()
    expect(await studio.sql`select id from registrations`).toEqual([])
    expect(await studio.sql`select classes_used as used from purchases`).toEqual([{ used: 0 }])
    expect(await studio.sql`select status from payments where item = 'drop-in ticket'`).toEqual([
      { status: 'cancelled' },
    ])
    const sent = await mails()
    expect(sent.map(({ to }) => to)).toEqual(['included@example.ee', 'oie.lill@example.ee', 'payer@example.ee'])
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Cancelled: Girls beginners, Wednesday 11 March',
      'Cancelled: Girls beginners, Wednesday 11 March',
      'Jääb ära: Girls beginners, kolmapäev, 11. märts',
    ])
    expect(sent[2]?.text).toContain('trenn „Girls beginners“ (kolmapäev, 11. märts kell 18.00)')
    await expectInvariants(studio)
    expect(await codeOf(studio.call(admin, registrations.cancelEntry, { scheduleId }))).toBe('entryCancelled')
    const again = studio.call(member, registrations.registerWithMembership, { scheduleId, purchaseId })
    expect(await codeOf(again)).toBe('entryCancelled')
  })

  it('tells people who have paid to ask for the money, and warns the studio', async () => {
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const [payment] = await studio.ask(member, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: payment?.id ?? '', actualAmount: 1500 })
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    await studio.writeLetters()
    const [letter] = await studio.sql<{
      text: string
    }>`select text from outbox where to_address = 'oie.lill@example.ee'`
    expect(letter?.text).toContain('about getting the money back')
    const warnings = await studio.sql`select message from logs where level = 'warning' and channel = 'payments'`
    expect(warnings).toHaveLength(1)
  })
})
