import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { DAY, MINUTE } from '#kernel/time.ts'
import { aCourse, aMembership, anEntry, aPurchase, dropIn, joining } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { untilLockWaits } from '#server/testing/lockWaits.ts'
import { rowHashes } from '#server/testing/places.ts'
import { signal } from '#server/testing/signal.ts'
import { codeOf, type Person } from '#server/testing/studio.ts'
import { takenBack } from '#server/testing/takenBack.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { merging } from '#studio/merging/contract.ts'
import { papers } from '#studio/papers/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'

const family = familyStudio()
const mari = { displayName: 'Mari', familyName: 'Tamm', dob: '2016-05-05' }

const merge = (keptId: string, goneId: string, by = family.admin) =>
  family.studio.call(by, merging.merge, { keptId, goneId, take: [] })
const merged = async (keptId: string, goneId: string) =>
  (await family.studio.must(family.admin, merging.merge, { keptId, goneId, take: [] })).mergeId
const undo = (mergeId: string) => codeOf(family.studio.call(family.admin, merging.undo, { mergeId }))
const preview = (keptId: string, goneId: string) => family.studio.ask(family.admin, merging.preview, { keptId, goneId })

/** Adds a person at the desk with the name of an account's person, without a date of birth. */
async function writtenDown(): Promise<string> {
  const form = { displayName: 'mari', familyName: 'Maasikas' }
  return (await family.studio.must(family.admin, accounts.addPerson, form)).userId
}

async function sold(userId: string): Promise<string> {
  const membershipId = await aMembership(family.studio, family.admin)
  const choice = { membershipId, userId, coverMember: false, paymentMethod: 'bankTransfer' as const }
  const { purchaseId } = await family.studio.must(family.admin, memberships.sellTo, choice)
  const [sale] = await family.studio.sql<{
    id: string
  }>`select payment_id as id from purchases where id = ${purchaseId}`
  return sale?.id ?? ''
}

const paymentOf = async (id: string) =>
  (
    await family.studio.sql<{ payer: string; person: string }>`
    select payer_id as payer, user_id as person from payments where id = ${id}`
  )[0]

/** Hashes of all tables, except for those that an undo does not restore, such as logs and issued numbers. */
async function standing() {
  const hashes = await rowHashes(family.studio.database)
  const left = ['logs', 'commands', 'merges', 'mergedRows', 'payerReferences', 'jobs', 'sessions', 'payers', 'outbox']
  return Object.fromEntries(Object.entries(hashes).filter(([name]) => !left.includes(name)))
}

describe('merging a child whom both parents have added', () => {
  it('makes it one person, keeps each parent’s payments apart, and can be undone completely', async () => {
    const { studio, parent, other, admin } = family
    const hers = (await studio.must(parent, families.addChild, mari)).personId
    const his = (await studio.must(other, families.addChild, mari)).personId
    const [first, second] = [await anEntry(studio, admin), await anEntry(studio, admin, { inDays: 2 })]
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(first.scheduleId), personId: hers })
    await studio.must(other, registrations.registerWithDropIn, { ...dropIn(second.scheduleId), personId: his })
    await studio.must(parent, families.setPhotos, { personId: hers, allowed: true })
    await studio.must(other, families.setPhotos, { personId: his, allowed: false })
    const before = await standing()
    const { alike } = await studio.ask(admin, merging.ofUser, { userId: hers })
    expect(alike.map(({ userId }) => userId)).toEqual([his])
    expect((await preview(hers, his)).moves).toEqual(
      expect.arrayContaining([
        { kind: 'classes', count: 1 },
        { kind: 'payments', count: 1 },
        { kind: 'guardians', count: 1 },
      ]),
    )
    const dashboard = await studio.watch(other, families.mine, {})
    await dashboard.next()
    const mergeId = await merged(hers, his)
    const seen = (await dashboard.next())?.people.find(({ own }) => !own)
    expect(seen).toMatchObject({ personId: hers, otherGuardians: [expect.anything()], photos: { allowed: false } })
    dashboard.stop()
    await expectInvariants(studio)
    expect(await studio.ask(parent, payments.mine, {})).toHaveLength(1)
    expect(await studio.ask(other, payments.mine, {})).toHaveLength(1)
    expect(await studio.ask(other, registrations.mine, { personId: hers })).toHaveLength(2)
    expect((await studio.ask(admin, merging.ofUser, { userId: his })).into).toBe(hers)
    expect(await codeOf(merge(hers, his))).toBe('userNotFound')
    expect(await undo(mergeId)).toBe('done')
    expect(await standing()).toEqual(before)
    await expectInvariants(studio)
    expect(await undo(mergeId)).toBe('undoOver')
    expect(studio.reported).toEqual([])
  })
})

describe('merging a person added at the desk with an account that they created later', () => {
  it('moves open payments and the reference number to the account; paid ones stay', async () => {
    const { studio, parent, admin } = family
    const desk = await writtenDown()
    const [open, paid] = [await sold(desk), await sold(desk)]
    await studio.must(admin, payments.confirm, { paymentId: paid, actualAmount: 4000 })
    const [number] = await studio.sql<{ reference: string }>`
      select reference from "payerReferences" where payer_id = ${`person-${desk}`}`
    const mergeId = await merged(parent.userId, desk)
    expect(await paymentOf(open)).toEqual({ payer: parent.accountId, person: parent.userId })
    expect(await paymentOf(paid)).toEqual({ payer: `person-${desk}`, person: parent.userId })
    expect(await studio.sql`select payer_id from "payerReferences" where reference = ${number!.reference}`).toEqual([
      { payer_id: parent.accountId },
    ])
    await expectInvariants(studio)
    expect(await undo(mergeId)).toBe('done')
    expect(await paymentOf(open)).toEqual({ payer: `person-${desk}`, person: desk })
    await expectInvariants(studio)
  })

  it('moves a paid payment to the account when the bank takes the money back; the undo returns it', async () => {
    const { studio, parent, admin } = family
    const desk = await writtenDown()
    const paid = await sold(desk)
    await studio.must(admin, payments.confirm, { paymentId: paid, actualAmount: 4000 })
    const mergeId = await merged(parent.userId, desk)
    await takenBack(studio, admin, paid)
    expect(await paymentOf(paid)).toEqual({ payer: parent.accountId, person: parent.userId })
    await expectInvariants(studio)
    expect(await undo(mergeId)).toBe('done')
    expect(await paymentOf(paid)).toEqual({ payer: `person-${desk}`, person: desk })
    await expectInvariants(studio)
  })

  it('does the same if the desk record is kept, and after the 30 days', async () => {
    const { studio, parent, admin } = family
    await studio.startJobs()
    const desk = await writtenDown()
    const [first, second] = [await sold(desk), await sold(desk)]
    for (const paymentId of [first, second])
      await studio.must(admin, payments.confirm, { paymentId, actualAmount: 4000 })
    await merged(desk, parent.userId)
    await takenBack(studio, admin, first)
    expect(await paymentOf(first)).toEqual({ payer: parent.accountId, person: desk })
    studio.now += 31 * DAY
    await studio.runJobs()
    await takenBack(studio, admin, second)
    expect(await paymentOf(second)).toEqual({ payer: parent.accountId, person: desk })
    await expectInvariants(studio)
  })

  it('moves credit; the undo is refused once it was spent', async () => {
    const { studio, parent } = family
    const desk = await writtenDown()
    await sold(desk)
    await family.write(sql`insert into credits (payer_id, cents, day, source, at)
      values (${`person-${desk}`}, 9000, '2026-03-10', 'cancelled', now())`)
    const mergeId = await merged(parent.userId, desk)
    await studio.must(parent, payments.spendCredit, {})
    expect(await undo(mergeId)).toBe('creditSpent')
    await expectInvariants(studio)
  })

  it('moves the pass; an undo takes what was booked with it back along', async () => {
    const { studio, parent, admin } = family
    const desk = await writtenDown()
    await sold(desk)
    const { scheduleId } = await anEntry(studio, admin)
    const mergeId = await merged(parent.userId, desk)
    const [pass] = await studio.sql<{ id: string }>`select id from purchases where user_id = ${parent.userId}`
    await studio.must(parent, registrations.registerWithMembership, { scheduleId, purchaseId: pass!.id })
    expect(await undo(mergeId)).toBe('done')
    expect(await studio.sql`select user_id from registrations`).toEqual([{ user_id: desk }])
    await expectInvariants(studio)
  })

  it('can be undone for 30 days; then the former data is deleted', async () => {
    const { studio, parent, admin } = family
    await studio.startJobs()
    const mergeId = await merged(parent.userId, await writtenDown())
    expect((await studio.ask(admin, merging.ofUser, { userId: parent.userId })).merged).toHaveLength(1)
    studio.now += 30 * DAY
    expect(await undo(mergeId)).toBe('undoOver')
    expect((await studio.ask(admin, merging.ofUser, { userId: parent.userId })).merged).toEqual([])
    studio.now += DAY
    await studio.runJobs()
    expect(await studio.sql`select before from merges`).toEqual([{ before: null }])
    expect(await studio.sql`select id from "mergedRows"`).toEqual([])
  })

  it('deleting the merged person deletes the former data of both', async () => {
    const { studio, parent, admin } = family
    await merged(parent.userId, await writtenDown())
    await studio.must(admin, privacy.deleteUser, { userId: parent.userId })
    expect(await studio.sql`select before from merges`).toEqual([{ before: null }])
    await expectInvariants(studio)
  })
})

describe('merging two accounts of one person', () => {
  it('moves a paid payment to the kept account when the bank takes the money back', async () => {
    const { studio, parent, other, admin } = family
    await aPurchase(studio, admin, other)
    const [due] = await studio.ask(other, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: due!.id, actualAmount: due!.price })
    const mergeId = await merged(parent.userId, other.userId)
    await takenBack(studio, admin, due!.id)
    expect(await studio.ask(parent, payments.mine, {})).toHaveLength(1)
    await expectInvariants(studio)
    expect(await undo(mergeId)).toBe('done')
    expect(await paymentOf(due!.id)).toEqual({ payer: other.accountId, person: other.userId })
    await expectInvariants(studio)
  })

  it('keeps one sign-in: the other account is signed out at once, and restored by an undo', async () => {
    const { studio, parent, other, admin } = family
    const child = (await studio.must(other, families.addChild, mari)).personId
    await studio.must(other, registrations.registerWithDropIn, dropIn((await anEntry(studio, admin)).scheduleId))
    const before = await standing()
    const mergeId = await merged(parent.userId, other.userId)
    expect(await codeOf(studio.call(other, accounts.setLanguage, { language: 'et' }))).toBe('signInNeeded')
    expect((await studio.ask(parent, families.mine, {})).people.map(({ personId }) => personId)).toContain(child)
    expect(await studio.ask(parent, payments.mine, {})).toHaveLength(1)
    await expectInvariants(studio)
    expect(await undo(mergeId)).toBe('done')
    expect(await standing()).toEqual(before)
    const again = await studio.session(other)
    expect(await studio.ask(again, payments.mine, {})).toHaveLength(1)
    await expectInvariants(studio)
  })

  it.each([
    ['keeps the buyer of invoices of the closed one if the kept one has none', false],
    ['keeps the buyer of invoices of the kept one', true],
  ])('%s; an undo restores it', async (_what, ofBoth) => {
    const { studio, parent, other, admin } = family
    const buyer = (person: Person) => ({ company: false, name: person.userId, registryCode: '', address: 'Tallinn' })
    for (const person of ofBoth ? [parent, other] : [other]) {
      await aPurchase(studio, admin, person)
      const [due] = await studio.ask(person, payments.mine, {})
      await studio.must(person, papers.invoice, { paymentIds: [due!.id], buyer: buyer(person) })
    }
    const before = await standing()
    const mergeId = await merged(parent.userId, other.userId)
    expect(await studio.sql`select payer_id as payer, name from "paperBuyers"`).toEqual([
      { payer: parent.accountId, name: buyer(ofBoth ? parent : other).name },
    ])
    expect(await undo(mergeId)).toBe('done')
    expect(await standing()).toEqual(before)
  })

  it('deletes what was left of the closed one after 30 days', async () => {
    const { studio, parent, other } = family
    await studio.startJobs()
    await merged(parent.userId, other.userId)
    for (const payer of [other.accountId, `person-${other.userId}`])
      await family.write(sql`insert into "paperBuyers" (payer_id, company, name, registry_code, address)
        values (${payer}, false, 'Mari', '', 'Tallinn')`)
    studio.now += 31 * DAY
    await studio.runJobs()
    expect(await studio.sql`select payer_id from "paperBuyers"`).toEqual([])
  })

  describe('of which one has a letter that waits', () => {
    const addressOf = ({ userId }: Person) => `${userId.toLowerCase()}@example.ee`
    const written = async () =>
      (await family.studio.sql<{ to: string }>`select to_address as to from outbox`).map(({ to }) => to)

    /** Books a class, whose confirmation waits for others. */
    async function booked(person: Person) {
      const { studio, admin } = family
      const { scheduleId } = await anEntry(studio, admin, { inDays: 2 })
      await studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
      await studio.runJobs()
      expect(await studio.sql`select account_id from "waitingNotices"`).toEqual([{ account_id: person.accountId }])
    }

    /** Lets the letters become due. */
    async function anHourPasses() {
      family.studio.now += 60 * MINUTE
      await family.studio.runJobs()
      await expectInvariants(family.studio)
      expect(await family.studio.sql`select account_id from "waitingNotices"`).toEqual([])
    }

    it('writes it to the kept account', async () => {
      const { parent, other } = family
      await booked(other)
      await merged(parent.userId, other.userId)
      await expectInvariants(family.studio)
      await anHourPasses()
      expect(await written()).toEqual([addressOf(parent)])
    })

    it('writes it to the account itself after an undo', async () => {
      const { parent, other } = family
      await booked(other)
      const mergeId = await merged(parent.userId, other.userId)
      // the job of the closed account runs meanwhile, and finds nothing
      await family.write(sql`delete from jobs where kind = 'notices.write' and subject = ${other.accountId}`)
      expect(await undo(mergeId)).toBe('done')
      await anHourPasses()
      expect(await written()).toEqual([addressOf(other)])
    })
  })
})

describe('a place that is offered while two records are merged', () => {
  type Offered = 'class' | 'course'

  /** Creates a class or course whose only place a third person holds and can give up. */
  async function full(kind: Offered) {
    const { studio, admin } = family
    const third = await studio.person('user', { displayName: 'Kati' })
    if (kind === 'course') {
      const id = await aCourse(studio, admin, { defaultMaxParticipants: 1 })
      await studio.must(third, courses.join, joining(id))
      return { target: { kind, id }, free: () => studio.must(third, courses.leave, { courseId: id }) }
    }
    const { scheduleId: id } = await anEntry(studio, admin, { maxParticipants: 1, inDays: 3 })
    await studio.must(third, registrations.registerWithDropIn, dropIn(id))
    const free = () => studio.must(third, registrations.cancel, { scheduleId: id })
    return { target: { kind, id }, free }
  }

  const offeredTo = async () =>
    (await family.studio.sql<{ who: string }>`select user_id as who from waiting where state = 'offered'`)[0]?.who

  it.each(['class', 'course'] as const)(
    'goes back with the record that waited for the %s: the offer can be accepted, or ends',
    async (kind) => {
      const { studio, parent, other } = family
      const [first, second] = [await full(kind), await full(kind)]
      for (const { target } of [first, second]) await studio.must(other, waiting.join, { ...target, takeWith: null })
      const mergeId = await merged(parent.userId, other.userId)
      for (const { free } of [first, second]) await free()
      expect(await undo(mergeId)).toBe('done')
      await expectInvariants(studio)
      const again = await studio.session(other)
      const { id } = first.target
      expect(
        kind === 'class'
          ? await codeOf(studio.call(again, registrations.registerWithDropIn, dropIn(id)))
          : await codeOf(studio.call(again, courses.join, joining(id))),
      ).toBe('done')
      studio.now += DAY
      await studio.runJobs()
      expect(await offeredTo()).toBeUndefined()
      expect(
        await studio.sql`select user_id from "heldPlaces" union all select user_id from "heldCoursePlaces"`,
      ).toEqual([])
      await expectInvariants(studio)
    },
  )

  it('stays with the kept record if that joined the list again after an earlier offer', async () => {
    const { studio, parent, other } = family
    const { target, free } = await full('class')
    await studio.must(other, waiting.join, { ...target, takeWith: null })
    await free()
    const mergeId = await merged(parent.userId, other.userId)
    await studio.must(parent, waiting.decline, target)
    const fourth = await studio.person('user', { displayName: 'Anu' })
    await studio.must(fourth, registrations.registerWithDropIn, dropIn(target.id))
    await studio.must(parent, waiting.join, { ...target, takeWith: null })
    await studio.must(fourth, registrations.cancel, { scheduleId: target.id })
    expect(await undo(mergeId)).toBe('done')
    expect(await offeredTo()).toBe(parent.userId)
    await expectInvariants(studio)
    expect(await codeOf(studio.call(parent, registrations.registerWithDropIn, dropIn(target.id)))).toBe('done')
    await expectInvariants(studio)
  })
})

describe('the place of a record that comes by its membership category, in a full class with a waiting list', () => {
  /** Merges it into a record without a category; returns whether the waiting person stays waiting or is offered it. */
  async function afterMerge(take: readonly ('membershipCategory' | 'phone')[], keptIsActive = true) {
    const { studio, admin, parent } = family
    const gone = await studio.person('user', { membershipCategory: 'Member-girl' })
    await family.write(sql`update people set active = ${keptIsActive} where id = ${parent.userId}`)
    const { scheduleId: id } = await anEntry(studio, admin, { maxParticipants: 1 })
    const third = await studio.person('user', { displayName: 'Kati' })
    await studio.must(third, waiting.join, { kind: 'class', id, takeWith: null })
    await studio.must(admin, merging.merge, { keptId: parent.userId, goneId: gone.userId, take: [...take] })
    const [own] = await studio.ask(third, waiting.mine, {})
    await expectInvariants(studio)
    return own?.state
  }

  it('is free if the category ends', async () => {
    expect(await afterMerge([])).toBe('offered')
  })

  it('is not free if the kept record takes the category', async () => {
    expect(await afterMerge(['membershipCategory'])).toBe('waiting')
  })

  it('is not free if the kept record becomes active with the category', async () => {
    expect(await afterMerge(['membershipCategory'], false)).toBe('waiting')
  })

  it('is free if the other record is registered, whichever of them is kept', async () => {
    const { studio, admin, parent, other } = family
    const third = await studio.person('user', { displayName: 'Kati' })
    const offered = async (keptId: string, goneId: string) => {
      const { scheduleId: id } = await anEntry(studio, admin, { maxParticipants: 2 })
      for (const userId of [keptId, goneId])
        await family.write(sql`update people set membership_category = ${userId === parent.userId ? 'Member-girl' : null}
          where id = ${userId}`)
      await studio.must(await studio.session(other), registrations.registerWithDropIn, dropIn(id))
      await studio.must(third, waiting.join, { kind: 'class', id, takeWith: null })
      const mergeId = await merged(keptId, goneId)
      const [own] = await studio.ask(third, waiting.mine, {})
      await expectInvariants(studio)
      await studio.must(third, waiting.leave, { kind: 'class', id })
      expect(await undo(mergeId)).toBe('done')
      return own?.state
    }
    expect(await offered(parent.userId, other.userId)).toBe('offered')
    expect(await offered(other.userId, parent.userId)).toBe('offered')
  })
})

describe('since when a merged person has their membership category', () => {
  // days pass, and sessions of staff are short
  const staff = () => family.studio.session(family.admin)
  const give = async (userId: string, membershipCategory: string | null) =>
    family.studio.must(await staff(), accounts.setMembershipCategory, { userId, membershipCategory })
  const join = async (keptId: string, goneId: string, take: readonly 'membershipCategory'[]) =>
    (await family.studio.must(await staff(), merging.merge, { keptId, goneId, take: [...take] })).mergeId
  const part = async (mergeId: string) => codeOf(family.studio.call(await staff(), merging.undo, { mergeId }))
  const spansOf = async (userId: string) =>
    (
      await family.studio.sql<{ text: string }>`
        select concat_ws(' ', category_id, since, '–', until) as text from "categorySpans"
        where person_id = ${userId} order by id`
    ).map(({ text }) => text)
  const spend = (days: number) => {
    family.studio.now += days * DAY
  }

  it('is kept if the kept record takes over the category', async () => {
    const { studio, parent } = family
    const desk = await writtenDown()
    await give(desk, 'Cover')
    spend(40)
    const before = await standing()
    const mergeId = await join(parent.userId, desk, ['membershipCategory'])
    expect(await spansOf(parent.userId)).toEqual(['Cover 2026-03-10 –'])
    spend(3)
    expect(await part(mergeId)).toBe('done')
    expect(await standing()).toEqual(before)
    expect(await spansOf(desk)).toEqual(['Cover 2026-03-10 –'])
    await expectInvariants(studio)
  })

  it('is that of the kept record on days on which both had one, and of the other one on other days', async () => {
    const { studio, parent, other } = family
    await give(other.userId, 'Cover')
    spend(10)
    await give(parent.userId, 'Member-girl')
    spend(10)
    await give(other.userId, 'Member-boy')
    spend(10)
    const before = await standing()
    const kept = await join(parent.userId, other.userId, [])
    expect(await spansOf(parent.userId)).toEqual(['Cover 2026-03-10 – 2026-03-20', 'Member-girl 2026-03-20 –'])
    await expectInvariants(studio)
    expect(await part(kept)).toBe('done')
    expect(await standing()).toEqual(before)
    await join(parent.userId, other.userId, ['membershipCategory'])
    expect(await spansOf(parent.userId)).toEqual(['Cover 2026-03-10 – 2026-03-30', 'Member-boy 2026-03-30 –'])
    await expectInvariants(studio)
  })

  it('ends with the category if the kept record takes over none', async () => {
    const { studio, parent, other } = family
    await give(parent.userId, 'Cover')
    spend(10)
    const mergeId = await join(parent.userId, other.userId, ['membershipCategory'])
    expect(await spansOf(parent.userId)).toEqual(['Cover 2026-03-10 – 2026-03-20'])
    await expectInvariants(studio)
    spend(2)
    expect(await part(mergeId)).toBe('done')
    expect(await spansOf(parent.userId)).toEqual(['Cover 2026-03-10 –'])
    await expectInvariants(studio)
  })

  it('keeps changes from between the merge and its undo', async () => {
    const { studio, parent, other } = family
    await give(parent.userId, 'Member-girl')
    await give(other.userId, 'Cover')
    spend(10)
    const mergeId = await join(parent.userId, other.userId, ['membershipCategory'])
    spend(5)
    await give(parent.userId, 'Member-boy')
    spend(5)
    await expectInvariants(studio)
    expect(await part(mergeId)).toBe('done')
    expect(await spansOf(parent.userId)).toEqual(['Member-girl 2026-03-10 – 2026-03-25', 'Member-boy 2026-03-25 –'])
    expect(await spansOf(other.userId)).toEqual(['Cover 2026-03-10 –'])
    await expectInvariants(studio)
  })

  it('is that from before the spans were recorded, too', async () => {
    const { studio, parent, other } = family
    await family.write(sql`update people set membership_category = 'Cover' where id = ${other.userId}`)
    const mergeId = await join(parent.userId, other.userId, ['membershipCategory'])
    expect(await spansOf(parent.userId)).toEqual(['Cover –'])
    spend(5)
    await expectInvariants(studio)
    expect(await part(mergeId)).toBe('done')
    expect([await spansOf(parent.userId), await spansOf(other.userId)]).toEqual([[], []])
    await expectInvariants(studio)
  })
})

describe('attendance in a class in which both records took part', () => {
  const marks = () =>
    family.studio.sql<{ who: string; value: string; tapped: boolean }>`
      select user_id as who, value, exists (select from taps t where t.user_id = a.user_id
        and t.schedule_id = a.schedule_id) as tapped from attendance a order by value`

  /** One is included in a class, the other has paid for a place in it; the class is over. */
  async function bothCame(marked: 'both' | 'included') {
    const { studio, admin, other } = family
    const included = await studio.person('user', { membershipCategory: 'Member-girl' })
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(other, registrations.registerWithDropIn, dropIn(scheduleId))
    studio.now += 2 * DAY
    const mark = async (userId: string, value: 'attended' | 'no-show') => {
      const press = { scheduleId, userIds: [userId], value, tappedAt: studio.now, press: newId() }
      await studio.must(await studio.session(admin), attendance.tap, press)
    }
    await mark(included.userId, 'attended')
    if (marked === 'both') await mark(other.userId, 'no-show')
    studio.now += MINUTE
    return { included, mark }
  }

  it.each(['both', 'included'] as const)('is restored by the undo if %s had a mark', async (marked) => {
    const { other } = family
    const { included } = await bothCame(marked)
    const before = await standing()
    const mergeId = await merged(included.userId, other.userId)
    expect(await marks()).toHaveLength(1)
    expect(await undo(mergeId)).toBe('done')
    expect(await standing()).toEqual(before)
    expect((await marks()).map(({ who }) => who)).toEqual([
      included.userId,
      ...(marked === 'both' ? [other.userId] : []),
    ])
    await expectInvariants(family.studio)
  })

  it('marked while merged belongs to the record that paid for the place', async () => {
    const { studio, admin, parent, other } = family
    const { scheduleId } = await anEntry(studio, admin)
    const purchaseId = await aPurchase(studio, admin, other)
    const mergeId = await merged(parent.userId, other.userId)
    await studio.must(parent, registrations.registerWithMembership, { scheduleId, purchaseId })
    studio.now += 2 * DAY
    const press = { scheduleId, userIds: [parent.userId], tappedAt: studio.now, press: newId() }
    await studio.must(await studio.session(admin), attendance.tap, { ...press, value: 'attended' })
    expect(await undo(mergeId)).toBe('done')
    expect(await marks()).toEqual([{ who: other.userId, value: 'attended', tapped: true }])
    await expectInvariants(studio)
  })
})

describe('an account closed by a merge', () => {
  it('is deleted after 30 days, so that its address is free; its paid payments stay in the books', async () => {
    const { studio, parent, other, admin } = family
    await studio.startJobs()
    await aPurchase(studio, admin, other)
    const [due] = await studio.ask(other, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: due!.id, actualAmount: due!.price })
    await merged(parent.userId, other.userId)
    const [download] = (await studio.must(parent, privacy.download, {})).mergedRecords
    expect(download).toMatchObject({ name: 'Mari Maasikas', email: `${other.userId.toLowerCase()}@example.ee` })
    studio.now += 31 * DAY
    await studio.runJobs()
    expect(await studio.sql`select id from accounts where id = ${other.accountId}`).toEqual([])
    expect(await paymentOf(due!.id)).toEqual({ payer: `person-${other.userId}`, person: parent.userId })
    await expectInvariants(studio)
  })

  it('is deleted with the person', async () => {
    const { studio, parent, other, admin } = family
    await merged(parent.userId, other.userId)
    await studio.must(admin, privacy.deleteUser, { userId: parent.userId })
    expect(await studio.sql`select id from accounts where id in (${parent.accountId}, ${other.accountId})`).toEqual([])
    await expectInvariants(studio)
  })
})

describe('the list of what prevents a merge', () => {
  it('lists each class, course or waiting list in which both have a place', async () => {
    const { studio, parent, other, admin } = family
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 2 })
    const courseId = await aCourse(studio, admin)
    for (const one of [parent, other]) {
      await studio.must(one, registrations.registerWithDropIn, dropIn(scheduleId))
      await studio.must(one, courses.join, joining(courseId))
    }
    const { hindrances } = await preview(parent.userId, other.userId)
    expect(hindrances.map(({ why, name }) => [why, name])).toEqual([
      ['bothRegistered', 'Girls beginners'],
      ['bothInCourse', 'K-pop in six weeks'],
    ])
    expect(await codeOf(merge(parent.userId, other.userId))).toBe('inTheWay')
    await studio.must(other, registrations.cancel, { scheduleId })
    const third = await studio.person('user', { displayName: 'Kati' })
    await studio.must(third, registrations.registerWithDropIn, dropIn(scheduleId))
    await studio.must(other, waiting.join, { kind: 'class', id: scheduleId, takeWith: null })
    expect((await preview(parent.userId, other.userId)).hindrances.map(({ why }) => why)).toEqual([
      'bothInCourse',
      'registeredAndWaits',
    ])
    await studio.must(parent, registrations.cancel, { scheduleId })
    await studio.must(other, waiting.leave, { kind: 'class', id: scheduleId })
    await studio.must(other, courses.leave, { courseId })
    expect(await codeOf(merge(parent.userId, other.userId))).toBe('done')
    await expectInvariants(studio)
  })

  it('includes two paid places in a past class, until an admin removes one', async () => {
    const { studio, parent, other, admin } = family
    const { scheduleId } = await anEntry(studio, admin)
    for (const one of [parent, other]) {
      await studio.must(one, registrations.registerWithDropIn, dropIn(scheduleId))
      const [due] = await studio.ask(one, payments.mine, {})
      await studio.must(admin, payments.confirm, { paymentId: due!.id, actualAmount: due!.price })
    }
    studio.now += 60 * DAY
    const session = await studio.session(admin)
    const { hindrances } = await preview(parent.userId, other.userId)
    expect(hindrances).toMatchObject([{ why: 'bothRegistered', scheduleId }])
    expect(await codeOf(merge(parent.userId, other.userId, session))).toBe('inTheWay')
    await studio.must(session, attendance.removeRegistration, { scheduleId, userId: other.userId })
    expect(await codeOf(merge(parent.userId, other.userId, session))).toBe('done')
    await expectInvariants(studio)
  })

  it('includes a different name or date of birth, one’s own record, and accounts of staff', async () => {
    const { studio, parent, admin } = family
    const jaan = await studio.person('user', { displayName: 'Jaan' })
    expect(await codeOf(merge(parent.userId, jaan.userId))).toBe('notTheSame')
    const born = await studio.person()
    await family.write(sql`update people set dob = '2005-05-06' where id = ${born.userId}`)
    expect(await codeOf(merge(parent.userId, born.userId))).toBe('notTheSame')
    expect(await codeOf(merge(parent.userId, admin.userId))).toBe('ownRecord')
    expect((await preview(parent.userId, admin.userId)).refused).toBe('ownRecord')
    const teacher = await studio.person('teacher')
    expect(await codeOf(merge(parent.userId, teacher.userId))).toBe('staffRecord')
    expect(await codeOf(merge(teacher.userId, parent.userId))).toBe('done')
    expect(await codeOf(merge(parent.userId, parent.userId))).toBe('userNotFound')
  })
})

describe('concurrently', () => {
  it('a merge and the end of an offer: the kept record loses the offer, and the next person gets it', async () => {
    const { studio, parent, other, admin } = family
    const [first, kept] = [await studio.person(), await writtenDown()]
    // the offer ends at a different step of the merge each time
    for (const turns of [0, 4, 8, 16]) {
      const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1, inDays: 3 })
      await studio.must(first, registrations.registerWithDropIn, dropIn(scheduleId))
      for (const person of [parent, other]) {
        await studio.must(person, waiting.join, { kind: 'class', id: scheduleId, takeWith: null })
        studio.now += MINUTE
      }
      await studio.must(first, registrations.cancel, { scheduleId, acceptsLate: true })
      const [offered] = await studio.sql<{ until: number }>`
        select offered_until as until from waiting where schedule_id = ${scheduleId} and state = 'offered'`
      const merging = merged(kept, parent.userId)
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      studio.now = offered?.until ?? 0
      const [mergeId] = await Promise.all([merging, studio.runJobs()])
      await studio.runJobs()
      const rows = await studio.sql<{ who: string; state: string }>`
        select user_id as who, state from waiting where schedule_id = ${scheduleId} order by joined_at`
      expect(rows).toEqual([
        { who: kept, state: 'expired' },
        { who: other.userId, state: 'offered' },
      ])
      await expectInvariants(studio)
      expect(studio.reported).toEqual([])
      await studio.must(admin, registrations.cancelEntry, { scheduleId })
      expect(await undo(mergeId)).toBe('done')
    }
  })

  it('two opposite merges, a sale, a registration and a payment end in a consistent state', async () => {
    const { studio, parent, other, admin } = family
    // the merge is possible in any order
    const [theirs, ours] = [await anEntry(studio, admin), await anEntry(studio, admin, { inDays: 2 })]
    await aPurchase(studio, admin, other)
    const membershipId = await aMembership(studio, admin)
    const second = await studio.person('admin')
    const [due] = await studio.sql<{ id: string }>`select id from payments`
    const outcomes = await Promise.all([
      codeOf(merge(parent.userId, other.userId)),
      codeOf(merge(other.userId, parent.userId, second)),
      codeOf(studio.call(other, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'cash' })),
      codeOf(studio.call(other, registrations.registerWithDropIn, dropIn(theirs.scheduleId))),
      codeOf(studio.call(parent, registrations.registerWithDropIn, dropIn(ours.scheduleId))),
      codeOf(studio.call(admin, payments.confirm, { paymentId: due!.id, actualAmount: 4000 })),
    ])
    expect(new Set(outcomes.slice(0, 2))).toEqual(new Set(['done', 'userNotFound']))
    expect(outcomes.at(-1)).toBe('done')
    const left = await studio.sql<{ id: string }>`
      select id from people where deleted_at is null and id in (${parent.userId}, ${other.userId})`
    const living = left.map(({ id }) => id)
    expect(living).toHaveLength(1)
    const lost = await studio.sql<{ user_id: string }>`
      select user_id from registrations union all select user_id from payments union all select user_id from purchases`
    expect(lost.every(({ user_id: id }) => living.includes(id))).toBe(true)
    await expectInvariants(studio)
    expect(studio.reported).toEqual([])
  })
})

// the embedded database runs one transaction at a time
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('while another transaction holds a lock', () => {
  /** Locks rows until the returned function is called. */
  async function holding(rows: ReturnType<typeof sql>) {
    const [held, over] = [signal(), signal()]
    const done = family.studio.database.transaction(async (tx) => {
      await tx.execute(sql`${rows} for update`)
      held.fire()
      await over.fired
    })
    await held.fired
    return async () => {
      over.fire()
      await done
    }
  }

  const isFree = async (rows: ReturnType<typeof sql>) =>
    await family.studio.database.transaction(async (tx) => {
      const { rows: found } = await tx.execute(sql`${rows} for update skip locked`)
      return found.length > 0
    })

  it('credit that is spent while a merge is undone makes the undo fail', async () => {
    const { studio, parent, admin } = family
    const child = (await studio.must(parent, families.addChild, mari)).personId
    const form = { displayName: mari.displayName, familyName: mari.familyName }
    const desk = (await studio.must(admin, accounts.addPerson, form)).userId
    await sold(desk)
    await family.write(sql`insert into credits (payer_id, cents, day, source, at)
      values (${`person-${desk}`}, 2000, '2026-03-10', 'cancelled', now())`)
    const mergeId = await merged(child, desk)
    await aPurchase(studio, admin, parent)
    const release = await holding(sql`select 1 from payments where user_id = ${parent.userId}`)
    const spending = codeOf(studio.call(parent, payments.spendCredit, {}))
    await untilLockWaits(studio, 1)
    const undoing = undo(mergeId)
    await Promise.race([undoing, untilLockWaits(studio, 2)])
    await release()
    expect([await spending, await undoing]).toEqual(['done', 'creditSpent'])
    await expectInvariants(studio)
  })

  it.each(['deleted', 'merged away'])('a person who is %s meanwhile joins no waiting list', async (how) => {
    const { studio, parent, other, admin } = family
    const third = await studio.person('user', { displayName: 'Kati' })
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1 })
    const courseId = await aCourse(studio, admin, { defaultMaxParticipants: 1 })
    await studio.must(third, registrations.registerWithDropIn, dropIn(scheduleId))
    await studio.must(third, courses.join, joining(courseId))
    const join = (kind: 'class' | 'course', id: string) =>
      codeOf(studio.call(other, waiting.join, { kind, id, takeWith: null }))
    const releases = [
      await holding(sql`select 1 from schedule where id = ${scheduleId}`),
      await holding(sql`select 1 from courses where id = ${courseId}`),
    ]
    const joins = [join('class', scheduleId), join('course', courseId)]
    await untilLockWaits(studio, 2)
    if (how === 'deleted') await studio.must(admin, privacy.deleteUser, { userId: other.userId })
    else await merged(parent.userId, other.userId)
    for (const release of releases) await release()
    expect(await Promise.all(joins)).toEqual(['scheduleNotFound', 'courseNotFound'])
    expect(await studio.sql`select user_id from waiting`).toEqual([])
    await expectInvariants(studio)
  })

  it('a merge that waits for a lock holds no lock that comes later in the order', async () => {
    const { studio, parent, other, admin } = family
    const classes = await Promise.all([1, 2].map((inDays) => anEntry(studio, admin, { inDays })))
    const [first = '', second = ''] = classes.map(({ scheduleId }) => scheduleId).toSorted()
    const [one, two] = [parent, other].toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
    // so that sorting by person and sorting by class give different orders
    await studio.must(one!, registrations.registerWithDropIn, dropIn(second))
    await studio.must(two!, registrations.registerWithDropIn, dropIn(first))
    const [class1, class2] = [first, second].map((id) => sql`select 1 from schedule where id = ${id}`)
    const payer = sql`select 1 from payers where id = ${parent.accountId}`
    const person = sql`select 1 from people where id = ${parent.userId}`
    for (const { held, later } of [
      { held: class1!, later: class2! },
      { held: payer, later: person },
    ]) {
      const release = await holding(held)
      const merging = merged(parent.userId, other.userId)
      await untilLockWaits(studio, 1)
      const free = await isFree(later)
      await release()
      expect(free).toBe(true)
      expect(await undo(await merging)).toBe('done')
    }
  })
})

type Deed = 'dropIn' | 'pass' | 'passClass' | 'course' | 'pay' | 'child' | 'photos' | 'wait'
const deeds: readonly Deed[] = ['dropIn', 'pass', 'passClass', 'course', 'pay', 'child', 'photos', 'wait']

/** Creates something of that kind for a person, in a class or course of their own. */
async function does(deed: Deed, person: Person, day: number): Promise<void> {
  const { studio, admin } = family
  const entry = () => anEntry(studio, admin, { inDays: day, maxParticipants: 1 })
  if (deed === 'dropIn') await studio.must(person, registrations.registerWithDropIn, dropIn((await entry()).scheduleId))
  if (deed === 'pass') await aPurchase(studio, admin, person)
  if (deed === 'passClass') {
    const purchaseId = await aPurchase(studio, admin, person, { validPeriod: 365 })
    await studio.must(person, registrations.registerWithMembership, { ...(await entry()), purchaseId })
  }
  if (deed === 'course') await studio.must(person, courses.join, joining(await aCourse(studio, admin)))
  if (deed === 'pay') {
    const [due] = await studio.ask(person, payments.mine, {})
    if (due) await studio.must(admin, payments.confirm, { paymentId: due.id, actualAmount: due.price })
  }
  if (deed === 'child') await studio.must(person, families.addChild, { ...mari, displayName: `Mari ${day}` })
  if (deed === 'photos') await studio.must(person, families.setPhotos, { allowed: day % 2 === 0 })
  if (deed === 'wait') {
    const { scheduleId } = await entry()
    const third = await studio.person('user', { displayName: `Kati ${day}` })
    await studio.must(third, registrations.registerWithDropIn, dropIn(scheduleId))
    await studio.must(person, waiting.join, { kind: 'class', id: scheduleId, takeWith: null })
  }
}

describe('merging two records with any content', () => {
  it('keeps everything exactly once, and the undo restores it', async () => {
    const { studio } = family
    let day = 1
    const some = fc.array(fc.constantFrom(...deeds), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(some, some, async (ofOne, ofOther) => {
        const name = `Liis ${day}`
        const [one, other] = [
          await studio.person('user', { displayName: name }),
          await studio.person('user', { displayName: name }),
        ]
        for (const deed of ofOne) await does(deed, one, day++)
        for (const deed of ofOther) await does(deed, other, day++)
        const before = await standing()
        const counts = async () =>
          await studio.sql`select (select count(*) from registrations) as places, (select count(*) from purchases) as passes,
            (select count(*) from payments) as payments, (select sum(price) from payments) as owed,
            (select count(*) from receipts) as receipts, (select count(*) from "courseRegistrations") as courses,
            (select count(*) from waiting) as waiting, (select count(*) from guardians) as guardians`
        const counted = await counts()
        const mergeId = await merged(one.userId, other.userId)
        await expectInvariants(studio)
        expect(await counts()).toEqual(counted)
        const left = await studio.sql`
          select user_id from registrations where user_id = ${other.userId}
          union all select user_id from purchases where user_id = ${other.userId}
          union all select user_id from payments where user_id = ${other.userId}
          union all select user_id from waiting where user_id = ${other.userId}`
        expect(left).toEqual([])
        expect(await undo(mergeId)).toBe('done')
        expect(await standing()).toEqual(before)
        await expectInvariants(studio)
      }),
      { numRuns: 8 },
    )
  }, 120_000)
})

describe('suggested duplicates', () => {
  const twice = () => family.studio.ask(family.admin, merging.twice, {})
  /** Imports a person as from another system: with a date of birth, and without an account. */
  const born = (displayName: string, familyName: string, dob: string | null) =>
    family.studio.database.transaction((tx) =>
      tx.execute(sql`insert into people (id, display_name, family_name, dob, created_at)
        values (${`${displayName} ${familyName} ${dob}`}, ${displayName}, ${familyName}, ${dob}, now())`),
    )

  it('are people with the same name, ignoring case and accents, and the same date of birth', async () => {
    const before = (await twice()).total
    await born('Jüri', 'Õunapuu', '2015-02-03')
    await born('juri', 'OUNAPUU', '2015-02-03')
    await born('Jüri', 'Õunapuu', '2015-02-04')
    await born('Anu', 'Õunapuu', null)
    await born('Anu', 'Ounapuu', null)
    const { total, people } = await twice()
    expect(total).toBe(before + 1)
    const found = people.find(({ dob }) => dob === '2015-02-03')
    expect([found?.familyName.toLowerCase().slice(1), found?.records]).toEqual(['unapuu', 2])
    const { alike } = await family.studio.ask(family.admin, merging.ofUser, { userId: found?.userId ?? '' })
    expect(alike).toHaveLength(1)
  })

  it('ignore spaces in and around the name, also when merging', async () => {
    await born('Mari  Ann', 'Mets', '2015-02-03')
    await born(' Mari Ann', ' Mets\u00a0', '2015-02-03')
    await born('MariAnn', 'Mets', '2015-02-03')
    const found = (await twice()).people.filter(({ dob }) => dob === '2015-02-03')
    expect(found.map(({ records }) => records)).toEqual([2])
    const ids = ['Mari  Ann Mets 2015-02-03', ' Mari Ann  Mets\u00a0 2015-02-03'] as const
    const { alike } = await family.studio.ask(family.admin, merging.ofUser, { userId: ids[0] })
    expect(alike.map(({ userId }) => userId)).toEqual([ids[1]])
    expect((await preview(...ids)).refused).toBeNull()
    expect(await codeOf(merge(ids[0], 'MariAnn Mets 2015-02-03'))).toBe('notTheSame')
    expect(await codeOf(merge(...ids))).toBe('done')
    await expectInvariants(family.studio)
  })

  it('disappear after a merge, and reappear after its undo', async () => {
    await born('Jüri', 'Õunapuu', '2015-02-03')
    await born('Juri', 'Õunapuu', '2015-02-03')
    const ids = ['Jüri Õunapuu 2015-02-03', 'Juri Õunapuu 2015-02-03'] as const
    const mergeId = await merged(...ids)
    const listed = async () => (await twice()).people.some(({ dob }) => dob === '2015-02-03')
    expect(await listed()).toBe(false)
    expect([await undo(mergeId), await listed()]).toEqual(['done', true])
  })

  it('are read from an index', async () => {
    const [plan] = await family.studio.database.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const { rows } = await tx.execute(sql`explain select search, dob, count(*) from people
        where deleted_at is null and dob is not null group by search, dob having count(*) > 1`)
      return [JSON.stringify(rows)]
    })
    expect(plan).toContain('people_by_name_and_birth')
  })
})
