import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addDays, DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { aMembership, anEntry, anEntryForm, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { aBrowser } from '#server/testing/pushService.ts'
import { codeOf, type Person } from '#server/testing/studio.ts'
import { takenBack } from '#server/testing/takenBack.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { notices } from '#studio/notices/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'

const family = familyStudio()
const TODAY = '2026-03-10'
const mari = { displayName: 'Mari', familyName: 'Tamm', dob: '2016-05-05' }

const childrenOf = async (person: Person) =>
  (await family.studio.ask(person, families.mine, {})).people.filter(({ own }) => !own)

describe('a child', () => {
  it('is added by a guardian, who sees it at once and has all rights', async () => {
    const { studio, parent } = family
    const mine = await studio.watch(parent, families.mine, {})
    expect((await mine.next())?.people).toMatchObject([{ own: true, personId: parent.userId }])
    const { personId } = await studio.must(parent, families.addChild, { ...mari, displayName: ' Mari ' })
    const rights = { canBook: true, pays: true, getsNotices: true }
    expect((await mine.next())?.people[1]).toMatchObject({ personId, own: false, ...mari, rights, signsIn: false })
    mine.stop()
    const { scheduleId } = await anEntry(studio, family.admin)
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    expect(await studio.ask(parent, payments.mine, {})).toHaveLength(1)
    await expectInvariants(studio)
  })

  it.each([
    ['2008-03-10', 'done'],
    ['2008-03-11', 'guardianNotGrownUp'],
  ])('can be added from age 18: guardian born %s → %s', async (dob, expected) => {
    const person = await family.studio.person('user', { dob })
    expect(await codeOf(family.studio.call(person, families.addChild, mari))).toBe(expected)
  })

  it('the reminder of its class links its guardian to the page of the place', async () => {
    const { studio, parent, admin } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    await saveSettings(studio, admin, 'notices', { classHours: 24, membershipDays: 0, overdueDays: 0 })
    studio.now += 3 * DAY
    await studio.startJobs()
    studio.now += 5 * MINUTE
    await studio.runJobs()
    await studio.writeLetters()
    const reminders = await studio.sql<{ text: string }>`select text from outbox where subject like '%Soon:%'`
    expect(reminders).toHaveLength(1)
    expect(reminders[0]?.text).toContain(`/my-place/${scheduleId}`)
  })

  it('the letter to the other guardian names the child and says who booked', async () => {
    const { studio, parent, other, admin } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await studio.database.transaction((tx) =>
      tx.execute(sql`insert into guardians values (${other.accountId}, ${personId}, true, true, true, now())`),
    )
    await studio.database.transaction((tx) =>
      tx.execute(sql`update accounts set language = 'et'
      where id = ${other.accountId}`),
    )
    const byParent = await anEntry(studio, admin, { inDays: 3 })
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(byParent.scheduleId), personId })
    await studio.writeLetters()
    const letters = await studio.sql<{ text: string }>`
      select text from outbox where subject like '%Booked:%' or subject like '%Koht olemas:%' order by text`
    const [toParent, toOther] = [/You have/, /Koht trennis/].map((words) =>
      letters.find(({ text }) => words.test(text)),
    )
    expect(letters).toHaveLength(2)
    expect(letters.some(({ text }) => text.includes('Mari has a place in Girls beginners.'))).toBe(true)
    expect(toParent).toBeUndefined()
    expect(toOther?.text).toContain('on olemas: Mari.')
    expect(toOther?.text).toContain('Registreeris: teine hooldaja')
    expect(letters.filter(({ text }) => /Registered by|Registreeris/.test(text))).toHaveLength(1)
  })

  it('the letter of a booking at the desk says that the studio registered the child', async () => {
    const { studio, parent, admin } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    await studio.must(admin, registrations.registerOtherWithDropIn, { ...dropIn(scheduleId), userId: personId })
    await studio.writeLetters()
    const [letter] = await studio.sql<{ text: string }>`select text from outbox where subject like '%Booked:%'`
    expect(letter?.text).toContain(`Registered by: ${studio.services.settings.studioName}`)
  })

  it.each([
    ['of 2 years to the day', '2024-03-10', 'done'],
    ['a day younger', '2024-03-11', 'childAge'],
    ['of 17 years to its last day', '2008-03-11', 'done'],
    ['of 18 years', '2008-03-10', 'childAge'],
    ['who is not born yet', addDays(TODAY, 1), 'birthdayInFuture'],
    ['without a day', '', 'fillRequired'],
  ])('%s: born %s → %s', async (_, dob, expected) => {
    const { body } = await family.studio.call(family.parent, families.addChild, { ...mari, dob })
    expect(body.ok ? 'done' : body.fields?.['dob']).toBe(expected)
  })

  it('is added only once, however often the button is pressed', async () => {
    const { studio, parent } = family
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(studio.call(parent, families.addChild, mari))))
    expect(codes.filter((code) => code !== 'done')).toEqual(['childAdded', 'childAdded'])
    expect(await codeOf(studio.call(parent, families.addChild, { ...mari, displayName: 'MARI' }))).toBe('childAdded')
    // a twin is another child, and another guardian may add a child with the same data
    expect(await codeOf(studio.call(parent, families.addChild, { ...mari, displayName: 'Kati' }))).toBe('done')
    expect(await codeOf(studio.call(family.other, families.addChild, mari))).toBe('done')
  })

  it('can be corrected by a guardian who books for it', async () => {
    const { studio, parent, other } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    const right = { ...mari, displayName: ' Marii ', dob: '2017-01-02' }
    const correct = (by: Person, typed = right, before = mari) =>
      codeOf(studio.call(by, families.correctChild, { personId, typed, before }))
    expect(await correct(other)).toBe('linkNotFound')
    expect(await correct(parent, { ...right, dob: '2000-01-01' })).toEqual({ dob: 'childAge' })
    expect(await correct(parent)).toBe('done')
    const { people } = await studio.ask(parent, families.mine, {})
    expect(people[1]).toMatchObject({ displayName: 'Marii', familyName: mari.familyName, dob: '2017-01-02' })
    // another guardian's screen that still shows the old data
    expect(await correct(parent, { ...mari, dob: '2018-01-01' })).toEqual({ dob: 'fieldEdited' })
    const logged = await studio.sql`select metadata from logs where message = 'Details of a person were corrected.'`
    expect(logged).toEqual([{ metadata: { user: personId, changed: ['displayName', 'dob'] } }])
    await family.link(other, personId)
    await studio.must(parent, families.setRights, {
      personId,
      rights: { canBook: false, pays: true, getsNotices: true },
    })
    expect(await correct(parent)).toBe('linkNotFound')
  })

  it('is one of at most ten per guardian', async () => {
    const { studio, parent } = family
    for (let n = 1; n <= 10; n++) await studio.must(parent, families.addChild, { ...mari, displayName: `Laps ${n}` })
    expect(await codeOf(studio.call(parent, families.addChild, mari))).toBe('tooManyChildren')
  })
})

describe('a guardian’s rights', () => {
  it('can be changed by a guardian who can book; others can only give them up', async () => {
    const { studio, parent, other } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await family.link(other, personId)
    const set = (rights: { canBook: boolean; pays: boolean; getsNotices: boolean }) =>
      codeOf(studio.call(parent, families.setRights, { personId, rights }))
    expect(await set({ canBook: true, pays: false, getsNotices: false })).toBe('done')
    expect(await set({ canBook: true, pays: true, getsNotices: false })).toBe('done')
    expect(await set({ canBook: false, pays: true, getsNotices: false })).toBe('done')
    expect(await set({ canBook: true, pays: true, getsNotices: false })).toBe('rightsFromOthers')
    expect(await set({ canBook: false, pays: false, getsNotices: true })).toBe('done')
    expect(await set({ canBook: false, pays: true, getsNotices: true })).toBe('rightsFromOthers')
    expect(await childrenOf(parent)).toMatchObject([{ rights: { canBook: false, pays: false, getsNotices: true } }])
  })

  it('to book is kept by the last guardian who has it, unless the child signs in itself', async () => {
    const { studio, parent, other } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    const set = (person: Person, canBook: boolean) =>
      codeOf(studio.call(person, families.setRights, { personId, rights: { canBook, pays: false, getsNotices: true } }))
    expect(await set(parent, false)).toBe('nobodyElseBooks')
    await family.link(other, personId, { canBook: false })
    expect(await set(parent, false)).toBe('nobodyElseBooks')
    // the other rights can be given up
    expect(await set(parent, true)).toBe('done')
    await family.write(sql`update guardians set can_book = true where account_id = ${other.accountId}`)
    // of two who give it up at once, one keeps it
    const both = await Promise.all([set(parent, false), set(other, false)])
    expect(new Set(both)).toEqual(new Set(['done', 'nobodyElseBooks']))
    await family.write(sql`update accounts set person_id = ${personId} where id = ${other.accountId}`)
    await family.write(sql`delete from guardians where account_id = ${other.accountId}`)
    await family.write(sql`update guardians set can_book = true`)
    expect(await set(parent, false)).toBe('done')
  })

  it('to book is also kept by a guardian beside whom only a deactivated account has it', async () => {
    const { studio, admin, parent, other } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await family.link(other, personId)
    const rights = { canBook: false, pays: true, getsNotices: true }
    const giveUp = () => codeOf(studio.call(parent, families.setRights, { personId, rights }))
    await studio.must(admin, accounts.setActive, { userId: other.userId, active: false })
    expect(await childrenOf(parent), 'the screen says so before the press').toMatchObject([{ othersBook: false }])
    expect(await giveUp()).toBe('nobodyElseBooks')
    await studio.must(admin, accounts.setActive, { userId: other.userId, active: true })
    expect(await childrenOf(parent)).toMatchObject([{ othersBook: true }])
    expect(await giveUp()).toBe('done')
  })

  it('cannot be changed by anybody else, nor the link ended', async () => {
    const { studio, parent, other, admin } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    const rights = { canBook: true, pays: true, getsNotices: true }
    for (const stranger of [other, admin]) {
      expect(await codeOf(studio.call(stranger, families.setRights, { personId, rights }))).toBe('linkNotFound')
      expect(await codeOf(studio.call(stranger, families.endLink, { personId }))).toBe('linkNotFound')
      expect(await childrenOf(stranger)).toEqual([])
    }
  })
})

describe("ending a guardian's link", () => {
  it('ends booking and access at once; open payments stay with the guardian', async () => {
    const { studio, parent } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    const { scheduleId } = await anEntry(studio, family.admin)
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    await studio.must(parent, families.endLink, { personId })
    expect(await codeOf(studio.call(parent, registrations.cancel, { scheduleId, personId }))).toBe('notAllowed')
    expect(await childrenOf(parent)).toEqual([])
    expect(await studio.ask(parent, payments.mine, {})).toMatchObject([{ item: 'drop-in ticket' }])
    await expectInvariants(studio)
  })

  it('during a booking: the booking succeeds before it, or is refused', async () => {
    const { studio, parent } = family
    for (const day of [1, 2, 3]) {
      const { personId } = await studio.must(parent, families.addChild, { ...mari, displayName: `Laps ${day}` })
      const { scheduleId } = await anEntry(studio, family.admin, { inDays: day })
      const [booked, ended] = await Promise.all([
        codeOf(studio.call(parent, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })),
        codeOf(studio.call(parent, families.endLink, { personId })),
      ])
      expect(ended).toBe('done')
      expect(['done', 'notAllowed']).toContain(booked)
      const taken = await studio.sql`select id from registrations where user_id = ${personId}`
      expect(taken).toHaveLength(booked === 'done' ? 1 : 0)
    }
    await expectInvariants(studio)
  })
})

describe('notices about a child that wait for the morning', () => {
  const rights = { canBook: true, pays: true, getsNotices: false }
  let personId: string

  /** At night the class of Mari is moved, and two guardians wait to read it: one in both ways, the other by e-mail. */
  async function movedAtNight() {
    const { studio, admin, parent, other } = family
    ;({ personId } = await studio.must(parent, families.addChild, mari))
    await family.link(other, personId)
    await studio.must(parent, notices.turnOn, aBrowser('theirs').subscription)
    await studio.must(parent, notices.choose, { kind: 'moved', way: 'emailAndPush' })
    const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    await studio.writeLetters()
    studio.now += 11 * HOUR
    const before = { ...anEntryForm, startDate: '2026-03-13', endDate: '2026-03-13', roomId: null, teacherIds: [] }
    await studio.must(admin, schedule.update, { scheduleId, ...before, startTime: '17:30', before })
    expect(await waiting()).toEqual(['letter to the other', 'letter to the parent', 'push to the parent'])
  }
  const waiting = async () => {
    const found = await family.studio.sql<{ what: string; who: string }>`
      select 'letter' as what, account_id as who from "waitingNotices" where letter = 'registrations.moved'
      union all select 'push', account_id from pushes`
    const names = new Map([
      [family.parent.accountId, 'the parent'],
      [family.other.accountId, 'the other'],
    ])
    return found.map(({ what, who }) => `${what} to ${names.get(who)}`).toSorted()
  }

  it.each<[string, () => Promise<unknown>]>([
    ['a guardian who ended the link', () => family.studio.must(family.parent, families.endLink, { personId })],
    [
      'a guardian who gave up the notices',
      () => family.studio.must(family.parent, families.setRights, { personId, rights }),
    ],
    [
      'a guardian whose link staff ended',
      () => family.studio.must(family.admin, families.endAnyLink, { personId, accountId: family.parent.accountId }),
    ],
  ])('do not go to %s', async (_, ends) => {
    await movedAtNight()
    await ends()
    expect(await waiting()).toEqual(['letter to the other'])
  })

  it('do not go to anybody whose link ended because the child came of age', async () => {
    const { studio, write } = family
    await movedAtNight()
    await write(sql`update people set dob = '2008-02-01' where id = ${personId}`)
    await studio.startJobs()
    studio.now += 6 * HOUR
    await studio.runJobs()
    expect(await waiting()).toEqual([])
  })

  it('stay if another right changes', async () => {
    await movedAtNight()
    const stays = { ...rights, pays: false, getsNotices: true }
    await family.studio.must(family.parent, families.setRights, { personId, rights: stays })
    expect(await waiting()).toHaveLength(3)
  })
})

describe('deleting the only guardian of a child', () => {
  it("needs an admin's confirmation of how many children are left without a guardian", async () => {
    const { studio, admin, parent, other } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await studio.must(parent, families.addChild, { ...mari, displayName: 'Kati' })
    const deletion = (leavesAlone?: number) =>
      studio.call(admin, privacy.deleteUser, { userId: parent.userId, leavesAlone })
    expect((await deletion()).body).toMatchObject({ code: 'onlyGuardian', params: { children: 2 } })
    expect(await childrenOf(parent)).toHaveLength(2)
    await studio.database.transaction((tx) =>
      tx.execute(sql`insert into guardians values (${other.accountId}, ${personId}, true, true, true, now())`),
    )
    expect((await deletion()).body).toMatchObject({ code: 'onlyGuardian', params: { children: 1 } })
    expect(await codeOf(deletion(1))).toBe('done')
    await expectInvariants(studio)
  })

  it('names what is cancelled: what they owe for others, and what others owe for them', async () => {
    const { studio, admin, parent, other } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await family.link(other, personId)
    const due = async (who: Person, price: number, more: object) => {
      const { scheduleId } = await anEntry(studio, admin, { inDays: 5, standardPrice: price })
      await studio.must(who, registrations.registerWithDropIn, { ...dropIn(scheduleId), ...more })
    }
    await due(parent, 1500, {})
    await due(parent, 1300, { personId })
    await due(other, 1100, { personId })
    const goneWith = (userId: string) => studio.ask(admin, privacy.moneyOf, { userId })
    expect(await goneWith(parent.userId)).toEqual({ owed: 2800, credit: 0 })
    expect(await goneWith(personId)).toEqual({ owed: 2400, credit: 0 })
    const [part] = await studio.ask(parent, payments.mine, {})
    const half = { paymentId: part!.id, actualAmount: 500, rest: 'staysDue' } as const
    await studio.must(admin, payments.confirm, half)
    expect(await goneWith(parent.userId)).toEqual({ owed: 2300, credit: 0 })
    await studio.must(admin, privacy.deleteUser, { userId: parent.userId, leavesAlone: 1 })
    expect(await goneWith(parent.userId)).toEqual({ owed: 0, credit: 0 })
    expect(await goneWith(personId)).toEqual({ owed: 1100, credit: 0 })
    await expectInvariants(studio)
  })

  it('asks again if the number of children has changed meanwhile', async () => {
    const { studio, admin, parent } = family
    await studio.must(parent, families.addChild, mari)
    await studio.must(parent, families.addChild, { ...mari, displayName: 'Kati' })
    const call = studio.call(admin, privacy.deleteUser, { userId: parent.userId, leavesAlone: 1 })
    expect(await codeOf(call)).toBe('onlyGuardian')
  })
})

describe('separated parents of one child', () => {
  it('both book for it, and never see each other’s payments', async () => {
    const { studio, parent, other } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await family.link(other, personId)
    const [first, second] = [await anEntry(studio, family.admin), await anEntry(studio, family.admin, { inDays: 2 })]
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(first.scheduleId), personId })
    await studio.must(other, registrations.registerWithDropIn, { ...dropIn(second.scheduleId), personId })
    for (const one of [parent, other]) {
      expect(await studio.ask(one, registrations.mine, { personId })).toHaveLength(2)
      expect(await studio.ask(one, payments.mine, {})).toHaveLength(1)
      expect((await studio.ask(one, payments.allMine, { page: 1 })).total).toBe(1)
      expect(await childrenOf(one)).toMatchObject([{ otherGuardians: [{ displayName: 'Mari' }] }])
    }
    await expectInvariants(studio)
  })

  it('see whether another guardian can book for the child', async () => {
    const { studio, parent, other } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    expect(await childrenOf(parent)).toMatchObject([{ otherGuardians: [], othersBook: false }])
    await family.link(other, personId, { canBook: false })
    expect(await childrenOf(parent)).toMatchObject([{ otherGuardians: [{}], othersBook: false }])
    expect(await childrenOf(other)).toMatchObject([{ otherGuardians: [{}], othersBook: true }])
  })

  it('no query returns the other’s payments', async () => {
    const { studio, parent, other, admin } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await family.link(other, personId)
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    const membershipId = await aMembership(studio, admin)
    const order = { membershipId, coverMember: false, paymentMethod: 'cash', personId } as const
    await studio.must(parent, memberships.buy, order)
    const secrets = [
      ...(await studio.sql<{ secret: string }>`select id as secret from payments`),
      ...(await studio.sql<{ secret: string }>`select reference as secret from "payerReferences"`),
    ].map(({ secret }) => secret)
    const inputs = [{}, { personId }, { page: 1 }, { page: 1, personId }, { userId: personId }, { id: scheduleId }]
    const toldTo = async (person: Person) => {
      let asked = 0
      const told: string[] = []
      for (const { name, procedure } of studio.services.queries.values())
        for (const input of inputs) {
          const answer = await studio.ask(person, procedure as never, input as never).then(JSON.stringify, () => '')
          if (answer !== '') asked++
          if (secrets.some((secret) => answer.includes(secret))) told.push(name)
        }
      expect(asked).toBeGreaterThan(20)
      return new Set(told)
    }
    expect(await toldTo(other)).toEqual(new Set())
    // the same search finds the parent's own payments
    expect([...(await toldTo(parent))]).toEqual(expect.arrayContaining(['payments.mine', 'payments.allMine']))
  })

  it('cannot cancel what the other pays; the refusal reveals nothing about the payment', async () => {
    const { studio, parent, other, admin } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await family.link(other, personId)
    const membershipId = await aMembership(studio, admin)
    const order = { membershipId, coverMember: false, paymentMethod: 'cash', personId } as const
    const { purchaseId } = await studio.must(parent, memberships.buy, order)
    const cancel = (one: Person) => codeOf(studio.call(one, memberships.cancelPurchase, { purchaseId, personId }))
    expect(await cancel(other)).toBe('paidByAnother')
    expect(await studio.ask(other, memberships.mine, { personId })).toMatchObject([
      { hasPayment: true, paymentStatus: null, paymentPrice: null },
    ])
    const [payment] = await studio.ask(parent, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: payment?.id ?? '', actualAmount: payment?.price ?? 0 })
    expect(await cancel(other)).toBe('paidByAnother')
    const { purchaseId: next } = await studio.must(parent, memberships.buy, order)
    expect(await codeOf(studio.call(parent, memberships.cancelPurchase, { purchaseId: next, personId }))).toBe('done')
  })

  it('book the same class for it at the same moment: one of them succeeds', async () => {
    const { studio, parent, other } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await family.link(other, personId)
    const { scheduleId } = await anEntry(studio, family.admin)
    const codes = await Promise.all(
      [parent, other].map((one) =>
        codeOf(studio.call(one, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })),
      ),
    )
    expect(new Set(codes)).toEqual(new Set(['alreadyRegistered', 'done']))
    await expectInvariants(studio)
  })
})

describe('payments of a person for whom no account pays', () => {
  it('move with credit and reference number to the first guardian who pays; paid ones stay until they are reopened', async () => {
    const { studio, parent, admin } = family
    const { personId } = await studio.must(parent, families.addChild, mari)
    await studio.must(parent, families.setRights, {
      personId,
      rights: { canBook: true, pays: false, getsNotices: true },
    })
    const membershipId = await aMembership(studio, admin)
    const sale = { userId: personId, membershipId, coverMember: false, paymentMethod: 'cash' } as const
    await studio.must(admin, memberships.sellTo, sale)
    await studio.must(admin, memberships.sellTo, sale)
    const [paid] = await studio.sql<{ id: string }>`select id from payments order by id`
    await studio.must(admin, payments.confirm, { paymentId: paid!.id, actualAmount: 4000 })
    await family.write(sql`insert into credits (payer_id, cents, day, source, at)
      values (${`person-${personId}`}, 700, '2026-03-10', 'bank', now())`)
    const [number] = await studio.sql<{ reference: string }>`select reference from "payerReferences"`

    const rights = { canBook: true, pays: true, getsNotices: true }
    await studio.must(parent, families.setRights, { personId, rights })

    const payers = await studio.sql<{
      id: string
      mine: boolean
    }>`select id, payer_id = ${parent.accountId} as mine from payments order by id`
    expect(payers.filter(({ mine }) => mine)).toHaveLength(1)
    expect(payers.find(({ id }) => id === paid!.id)).toMatchObject({ mine: false })
    expect(await studio.ask(parent, payments.mine, {})).toHaveLength(1)
    expect(await studio.ask(parent, payments.myCredit, {})).toEqual({ credit: 700 })
    const found = await studio.sql`select payer_id from "payerReferences" where reference = ${number!.reference}`
    expect(found).toEqual([{ payer_id: parent.accountId }])
    await expectInvariants(studio)
    // after the bank takes the money back, the guardian owes it
    await takenBack(studio, admin, paid!.id)
    expect(await studio.ask(parent, payments.mine, {})).toHaveLength(2)
    await expectInvariants(studio)
  })
})
