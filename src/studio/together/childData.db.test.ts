import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { DAY, HOUR } from '#kernel/time.ts'
import { aCourse, aMembership, anEntry, dropIn, joining, saveSettings } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { codeOf, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { mailings } from '#studio/mailings/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { merging } from '#studio/merging/contract.ts'
import { papers } from '#studio/papers/contract.ts'
import { passes } from '#studio/passes/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { notOfChild, privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'

const family = familyStudio()
const luule = { displayName: 'Luule', familyName: 'Tamm', dob: '2016-05-05' }

/** A child of the parent; with the other guardian on request. */
async function aChild(of: { other?: boolean } = {}): Promise<string> {
  const { studio, parent, other } = family
  const { personId } = await studio.must(parent, families.addChild, luule)
  if (of.other) await family.link(other, personId)
  return personId
}

const download = (by: Person, personId: string) => family.studio.must(by, privacy.downloadChild, { personId })
const codeFor = (by: Person, personId: string) => codeOf(family.studio.call(by, privacy.downloadChild, { personId }))

describe('the data of a child without an account', () => {
  it('is downloaded by a guardian: classes, courses, passes, waiting lists and what the guardian pays', async () => {
    const { studio, admin, parent } = family
    const personId = await aChild()
    const past = await anEntry(studio, admin, { name: 'Past jazz' })
    const full = await anEntry(studio, admin, { name: 'Full class', inDays: 6, maxParticipants: 1 })
    const missed = await anEntry(studio, admin, { name: 'Missed class', inDays: 5 })
    const neighbour = await studio.person()
    await studio.must(neighbour, registrations.registerWithDropIn, dropIn(full.scheduleId))
    const wish = { kind: 'class', id: full.scheduleId, takeWith: null, personId } as const
    await studio.must(parent, waiting.join, wish)
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(past.scheduleId), personId })
    const courseId = await aCourse(studio, admin, { name: 'K-pop for children' })
    await studio.must(parent, courses.join, { ...joining(courseId), personId })
    const membershipId = await aMembership(studio, admin, { name: 'Ten classes' })
    const order = { membershipId, coverMember: false, paymentMethod: 'cash', personId } as const
    const { purchaseId } = await studio.must(parent, memberships.buy, order)
    await studio.must(parent, registrations.registerWithMembership, {
      scheduleId: missed.scheduleId,
      purchaseId,
      personId,
    })
    const freeze = { firstDay: '2026-03-20', lastDay: '2026-03-25', reason: 'A trip' }
    await studio.must(parent, passes.ask, { id: purchaseId, ...freeze, personId })
    await studio.must(parent, families.setPhotos, { allowed: true, personId })
    const due = await studio.ask(parent, payments.mine, {})
    const ofPass = due.find(({ item }) => item === 'membership')!
    await studio.must(admin, payments.confirm, { paymentId: ofPass.id, actualAmount: ofPass.price })
    studio.now += DAY + 10 * HOUR
    const mark = { scheduleId: past.scheduleId, userId: personId, value: 'attended' as const }
    await studio.must(admin, attendance.take, mark)

    const held = await download(parent, personId)

    expect(held.child).toMatchObject({
      id: personId,
      firstName: 'Luule',
      familyName: 'Tamm',
      dateOfBirth: '2016-05-05',
    })
    expect(held.classes.map(({ name, attendance: came }) => [name, came])).toEqual([
      ['Missed class', null],
      ['Past jazz', 'attended'],
    ])
    expect(held.courses.map(({ name }) => name)).toEqual(['K-pop for children'])
    expect(held.waitingLists.map(({ name }) => name)).toEqual(['Full class'])
    expect(held.memberships).toMatchObject([{ name: 'Ten classes', freezes: [{ reason: 'A trip' }] }])
    expect(held.memberships[0]?.book.length).toBeGreaterThan(0)
    expect(held.payments.map(({ item, status }) => `${item}: ${status}`).toSorted()).toEqual([
      'course: due',
      'drop-in ticket: due',
      'membership: confirmed',
    ])
    const paid = held.payments.find(({ item }) => item === 'membership')
    expect(paid).toMatchObject({ amountInCents: ofPass.price, receipts: [{ amountInCents: ofPass.price }] })
    expect(held.family).toMatchObject({
      guardians: [{ name: expect.stringContaining('Maasikas') as string }],
      photos: [{ allowed: true, by: 'you' }],
    })
    const lines = await studio.sql<{ message: string; about: string }>`
      select message, metadata ->> 'user' as about from logs order by id desc limit 1`
    expect(lines).toEqual([{ message: 'Guardian downloaded what is held about a child.', about: personId }])
  })

  it('has each part of the file of a person with an account, or a reason why not', async () => {
    const { studio, parent } = family
    const own = Object.keys(await studio.must(parent, privacy.download, {}))
    const ofChild = Object.keys(await download(parent, await aChild()))
    const known = [...ofChild.filter((part) => part !== 'child'), ...Object.keys(notOfChild)]
    expect(known.toSorted()).toEqual(own.toSorted())
  })

  it('is downloaded by any guardian, also by one who may neither book nor pay', async () => {
    const personId = await aChild()
    await family.link(family.other, personId, { canBook: false, pays: false })
    expect((await download(family.other, personId)).child.id).toBe(personId)
  })

  it('is refused to strangers and staff, and to a guardian once the link has ended', async () => {
    const { studio, admin, parent, other } = family
    const personId = await aChild({ other: true })
    const strangers = [admin, await studio.person('teacher'), await studio.person()]
    for (const stranger of strangers) expect(await codeFor(stranger, personId)).toBe('notAllowed')
    expect(await codeFor(other, personId)).toBe('done')
    await studio.must(other, families.endLink, { personId })
    expect(await codeFor(other, personId)).toBe('notAllowed')
    expect(await codeFor(parent, personId)).toBe('done')
  })

  it('is refused once the child has an account of its own, and to anybody about themselves', async () => {
    const { parent, other } = family
    await family.write(sql`update people set dob = '2012-03-20' where id = ${other.userId}`)
    await family.link(parent, other.userId)
    expect(await codeFor(parent, other.userId)).toBe('hasSignIn')
    expect(await codeFor(parent, parent.userId)).toBe('hasSignIn')
  })

  it('cannot be downloaded while families are switched off, nor after the links have ended at 18', async () => {
    const { studio, admin, parent } = family
    const personId = await aChild()
    const turn = (on: boolean) => saveSettings(studio, admin, 'features', { families: on })
    await turn(false)
    expect(studio.services.commands.get('privacy.downloadChild')).toBeUndefined()
    await turn(true)
    expect(await codeFor(parent, personId)).toBe('done')
    await family.write(sql`update people set dob = '2008-02-01' where id = ${personId}`)
    await studio.startJobs()
    studio.now += DAY
    await studio.runJobs()
    expect(await codeFor(parent, personId)).toBe('notAllowed')
  })
})

describe('the messages in the data of a child', () => {
  it('are those to its classes, courses and category that came to the guardian who downloads', async () => {
    const { studio, admin, parent, other } = family
    const personId = await aChild()
    // who gets no notices gets no messages
    await family.write(sql`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
      values (${other.accountId}, ${personId}, true, true, false, now())`)
    const { scheduleId } = await anEntry(studio, admin, { name: 'Class of the child', categories: ['K-POP 16+'] })
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    const included = await anEntry(studio, admin, { name: 'Included class', categories: ['Girl Group'], inDays: 3 })
    const membershipCategory = 'Member-girl'
    await studio.must(admin, accounts.setMembershipCategory, { userId: personId, membershipCategory })
    const courseId = await aCourse(studio, admin)
    await studio.must(parent, courses.join, { ...joining(courseId), personId })
    const ofParent = await anEntry(studio, admin, { name: 'Class of the parent', categories: ['Boy Group'] })
    await studio.must(parent, registrations.registerWithDropIn, dropIn(ofParent.scheduleId))
    for (const audience of [
      { kind: 'class', id: scheduleId },
      { kind: 'class', id: included.scheduleId },
      { kind: 'course', id: courseId },
      { kind: 'category', id: membershipCategory },
      { kind: 'class', id: ofParent.scheduleId },
      { kind: 'people', id: 'Luule' },
    ] as const) {
      const words = { subject: `To ${audience.kind} ${audience.id}`, text: 'See you!' }
      await studio.must(admin, mailings.send, { id: newId(), audience, ...words, accounts: 1 })
    }
    await studio.writeLetters()
    const { messages } = await download(parent, personId)
    expect(messages.map(({ subject }) => subject).toSorted()).toEqual(
      [
        `To class ${scheduleId}`,
        `To class ${included.scheduleId}`,
        `To course ${courseId}`,
        `To category ${membershipCategory}`,
      ].toSorted(),
    )
    expect(messages[0]).toMatchObject({ text: 'See you!', as: 'reader' })
    expect((await download(other, personId)).messages).toEqual([])
  })
})

describe('the payments in the data of a child', () => {
  it('are those of the guardian who downloads, and nothing of what another guardian pays', async () => {
    const { studio, admin, parent, other } = family
    const personId = await aChild({ other: true })
    for (const [who, name, standardPrice] of [
      [parent, 'Of the mother', 3111],
      [other, 'Of the father', 7333],
    ] as const) {
      const { scheduleId } = await anEntry(studio, admin, { name, standardPrice })
      await studio.must(who, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    }
    const held = await download(parent, personId)
    expect(held.classes.map(({ name }) => name).toSorted()).toEqual(['Of the father', 'Of the mother'])
    expect(held.payments.map(({ description, priceInCents }) => [description, priceInCents])).toEqual([
      ['Of the mother', 3111],
    ])
  })

  it('that the guardian ordered and another guardian pays have their price and status, as on screen, but not what was paid', async () => {
    const { studio, admin, parent, other } = family
    const personId = await aChild()
    await family.link(other, personId, { canBook: true, pays: false })
    const { scheduleId } = await anEntry(studio, admin, { standardPrice: 4000 })
    await studio.must(other, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    const [payment] = await studio.ask(parent, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: payment!.id, actualAmount: 3000, rest: 'staysDue' })
    const [seen] = (await download(other, personId)).payments
    expect(seen).toMatchObject({ priceInCents: 4000, status: 'partlyPaid', amountInCents: null })
    expect(seen).toMatchObject({ letGoInCents: 0, receipts: [], history: [] })
    const [paid] = (await download(parent, personId)).payments
    expect(paid).toMatchObject({ status: 'partlyPaid', receipts: [{ amountInCents: 3000 }] })
  })
})

/** Some seconds in `npm test`, with new random input each time. */
const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 4)

/** Two guardians of one child, of whom the first also has another child. */
interface World {
  readonly admin: Person
  readonly guardians: readonly [Person, Person]
  readonly childId: string
  readonly siblingId: string
  readonly entries: readonly string[]
  readonly courses: readonly string[]
  readonly passes: readonly string[]
}
type Step = (world: World) => Promise<unknown>

const named = [
  { name: 'Malviine', familyName: 'Esikoidu', email: 'malviine@kodu.example', phone: '+372 5000 0031' },
  { name: 'Fabian', familyName: 'Tagaväli', email: 'fabian@kodu.example', phone: '+372 5000 0073' },
] as const
const SIBLING = 'Pisikene'

async function world(): Promise<World> {
  const { studio, write } = family
  await studio.empty()
  const admin = await studio.person('admin')
  const aGuardian = async ({ name, familyName, email, phone }: (typeof named)[number]) => {
    const guardian = await studio.person('user', { displayName: name, email })
    await write(sql`update people set family_name = ${familyName}, phone = ${phone} where id = ${guardian.userId}`)
    return guardian
  }
  const guardians = [await aGuardian(named[0]), await aGuardian(named[1])] as const
  const { personId: childId } = await studio.must(guardians[0], families.addChild, luule)
  await family.link(guardians[1], childId)
  const sibling = { ...luule, displayName: SIBLING }
  const { personId: siblingId } = await studio.must(guardians[0], families.addChild, sibling)
  // as from a list of a studio: the number of a guardian is noted at the child, and at a second record of it
  const { userId: twice } = await studio.must(admin, accounts.addPerson, { displayName: 'Luule', familyName: 'Tamm' })
  await write(sql`update people set phone = ${named[1].phone} where id in (${childId}, ${twice})`)
  await studio.must(admin, merging.merge, { keptId: childId, goneId: twice, take: [] })
  const entries: string[] = []
  for (const inDays of [1, 2, 3])
    entries.push((await anEntry(studio, admin, { inDays, maxParticipants: 2 })).scheduleId)
  return {
    admin,
    guardians,
    childId,
    siblingId,
    entries,
    courses: [await aCourse(studio, admin), await aCourse(studio, admin, { defaultMaxParticipants: 1 })],
    passes: [await aMembership(studio, admin), await aMembership(studio, admin, { classLimit: 1 })],
  }
}

const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T
const small = fc.nat({ max: 11 })
const who = fc.constantFrom(0, 1)
const paymentMethod = fc.constantFrom('cash', 'bankTransfer', 'stebby')
const rights = fc.record({ canBook: fc.boolean(), pays: fc.boolean(), getsNotices: fc.boolean() })
const email = fc.constantFrom(...named.map((one) => one.email), 'granny@kodu.example')
const bankBuyer = { company: false, registryCode: '', address: 'Põlva' }
/** What is booked for the child, the sibling or both. */
const whom = fc.constantFrom<readonly ('childId' | 'siblingId')[]>(['childId'], ['siblingId'], ['childId', 'siblingId'])

/** Anything that the guardians and the studio do about the children, sensible or not. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ who, what: small, whom, paymentMethod }).map((one): Step => (here) => {
    const people = one.whom.map((key) => ({ personId: here[key], purchaseId: null }))
    const order = { ...dropIn(pick(here.entries, one.what)), paymentMethod: one.paymentMethod, people }
    return family.studio.call(here.guardians[one.who], registrations.registerSeveral, order)
  }),
  fc.record({ who, what: small, whom, paymentMethod }).map((one): Step => (here) => {
    const order = { membershipId: pick(here.passes, one.what), coverMember: false, paymentMethod: one.paymentMethod }
    return family.studio.call(here.guardians[one.who], memberships.buy, { ...order, personId: here[one.whom[0]!] })
  }),
  fc.record({ who, what: small, whom }).map((one): Step => (here) => {
    const order = { ...joining(pick(here.courses, one.what)), personId: here[one.whom[0]!] }
    return family.studio.call(here.guardians[one.who], courses.join, order)
  }),
  fc.record({ who, what: small, kind: fc.constantFrom('class', 'course') }).map((one): Step => (here) => {
    const wish = { kind: one.kind, id: pick(one.kind === 'class' ? here.entries : here.courses, one.what) }
    return family.studio.call(here.guardians[one.who], waiting.join, {
      ...wish,
      takeWith: null,
      personId: here.childId,
    })
  }),
  fc.record({ who, what: small }).map(
    (one): Step =>
      (here) =>
        family.studio.call(here.guardians[one.who], registrations.cancel, {
          scheduleId: pick(here.entries, one.what),
          personId: here.childId,
        }),
  ),
  fc
    .record({ who, which: small, action: fc.constantFrom('own', 'confirm', 'part', 'cancel', 'invoice') })
    .map((one): Step => async (here) => {
      const { studio } = family
      const guardian = here.guardians[one.who]
      const all = await studio.sql<{ id: string; price: number }>`select id, price from payments order by id`
      if (all.length === 0) return
      const { id: paymentId, price } = pick(all, one.which)
      if (one.action === 'own') return studio.call(guardian, payments.markAsPaid, { paymentId })
      if (one.action === 'cancel') return studio.call(here.admin, payments.cancel, { paymentId })
      if (one.action === 'invoice') {
        const buyer = { ...bankBuyer, name: named[one.who].familyName }
        return studio.call(guardian, papers.invoice, { paymentIds: [paymentId], buyer })
      }
      const actualAmount = one.action === 'part' ? 1000 : price
      return studio.call(here.admin, payments.confirm, { paymentId, actualAmount, rest: 'staysDue' })
    }),
  fc.record({ who, rights }).map(
    (one): Step =>
      (here) =>
        family.studio.call(here.guardians[one.who], families.setRights, {
          personId: here.childId,
          rights: one.rights,
        }),
  ),
  fc.record({ who, email, rights }).map(
    (one): Step =>
      (here) =>
        family.studio.call(here.guardians[one.who], families.inviteGuardian, {
          email: one.email,
          people: [here.childId],
          rights: one.rights,
        }),
  ),
  fc.record({ who, allowed: fc.boolean() }).map(
    (one): Step =>
      (here) =>
        family.studio.call(here.guardians[one.who], families.setPhotos, {
          personId: here.childId,
          allowed: one.allowed,
        }),
  ),
  small.map((what): Step => async (here) => {
    const { studio } = family
    const audience = { kind: 'class', id: pick(here.entries, what) } as const
    const target = await studio.ask(here.admin, mailings.toWrite, { audience })
    const words = { subject: 'Shoes', text: 'Other shoes.' }
    return studio.call(here.admin, mailings.send, { id: newId(), audience, ...words, accounts: target?.accounts ?? 0 })
  }),
  small.map((hours): Step => async () => {
    family.studio.now += hours * HOUR
  }),
)

it(
  'the file of a child never tells a guardian how to reach the other, what the other pays, or who the sibling is',
  async () => {
    const { studio } = family
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
          const here = await world()
          for (const act of steps) await act(here)
          for (const [index, guardian] of here.guardians.entries()) {
            const held = await download(guardian, here.childId)
            const text = JSON.stringify(held)
            expect(text).not.toContain('@')
            for (const told of [...named.map(({ phone }) => phone), SIBLING]) expect(text).not.toContain(told)
            const own = await studio.sql<{ id: string }>`
            select p.id from payments p where payer_id = ${guardian.accountId} or exists (
              select from "paymentHistory" h where h.payment_id = p.id
                and h.by_user_id = ${guardian.accountId} and h.reason = 'created')`
            const ids = own.map(({ id }) => id)
            for (const { id } of held.payments) expect(ids).toContain(id)
            // the same search finds all of it where it may be
            const ofOwn = JSON.stringify(await studio.must(guardian, privacy.download, {}))
            for (const told of [named[index as 0 | 1].email, named[index as 0 | 1].phone]) expect(ofOwn).toContain(told)
            expect(ofOwn.includes(SIBLING)).toBe(index === 0)
          }
          expect(studio.reported).toEqual([])
        })
        .beforeEach(() => studio.empty()),
      { numRuns, endOnFailure: true },
    )
  },
  numRuns * 30_000,
)
