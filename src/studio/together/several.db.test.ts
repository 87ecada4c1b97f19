import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { aCourse, aMembership, anEntry, dropIn, joining, saveSettings } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

const family = familyStudio()

/** Adds a child of a guardian; returns its id. */
async function childOf(guardian: Person, displayName: string): Promise<string> {
  const form = { displayName, familyName: 'Tamm', dob: '2016-05-05' }
  const { personId } = await family.studio.must(guardian, families.addChild, form)
  return personId
}

const byFee = (...personIds: string[]) => personIds.map((personId) => ({ personId, purchaseId: null }))
const placesIn = async (scheduleId: string) =>
  (await family.studio.sql`select id from registrations where schedule_id = ${scheduleId}`).length

describe('registering several family members for one class', () => {
  it('books each by drop-in or by their own pass, and returns one sum', async () => {
    const { studio, parent, admin } = family
    const [mari, juku] = [await childOf(parent, 'Mari'), await childOf(parent, 'Juku')]
    const sale = { membershipId: await aMembership(studio, admin), coverMember: false, paymentMethod: 'cash' } as const
    const { purchaseId } = await studio.must(parent, memberships.buy, { ...sale, personId: mari })
    const { scheduleId } = await anEntry(studio, admin)
    const people = [{ personId: mari, purchaseId }, ...byFee(juku, parent.userId)]
    const { price } = await studio.must(parent, registrations.registerSeveral, { ...dropIn(scheduleId), people })
    const open = await studio.ask(parent, payments.mine, {})
    const fees = open.filter(({ item }) => item === 'drop-in ticket')
    expect(fees).toHaveLength(2)
    expect(fees.reduce((sum, payment) => sum + payment.price, 0)).toBe(price)
    expect(await placesIn(scheduleId)).toBe(3)
    await expectInvariants(studio)
  })

  it('books all or none, and names the person who caused the refusal', async () => {
    const { studio, parent, admin } = family
    const [mari, juku] = [await childOf(parent, 'Mari'), await childOf(parent, 'Juku')]
    const { scheduleId } = await anEntry(studio, admin)
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId: juku })
    const order = { ...dropIn(scheduleId), people: byFee(mari, juku) }
    const { body } = await studio.call(parent, registrations.registerSeveral, order)
    expect(body).toMatchObject({ ok: false, code: 'alreadyRegistered', params: { who: 'Juku' } })
    expect(await placesIn(scheduleId)).toBe(1)
    const twice = { ...dropIn(scheduleId), people: byFee(mari, mari) }
    expect(await codeOf(studio.call(parent, registrations.registerSeveral, twice))).toBe('alreadyRegistered')
    await expectInvariants(studio)
  })

  it('never exceeds the free places, even from two guardians at once', async () => {
    const { studio, parent, other, admin } = family
    const mine = [await childOf(parent, 'Mari'), await childOf(parent, 'Juku')]
    const theirs = [await childOf(other, 'Kati'), await childOf(other, 'Mati')]
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 3 })
    const codes = await Promise.all([
      codeOf(studio.call(parent, registrations.registerSeveral, { ...dropIn(scheduleId), people: byFee(...mine) })),
      codeOf(studio.call(other, registrations.registerSeveral, { ...dropIn(scheduleId), people: byFee(...theirs) })),
    ])
    expect(new Set(codes)).toEqual(new Set(['done', 'classFull']))
    expect(await placesIn(scheduleId)).toBe(2)
    await expectInvariants(studio)
  })

  it('books places that absent members leave free, and no more', async () => {
    const { studio, parent, other, admin } = family
    const children = [await childOf(parent, 'Mari'), await childOf(parent, 'Juku'), await childOf(parent, 'Kati')]
    const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 5 })
    await studio.must(other, registrations.registerWithDropIn, dropIn(scheduleId))
    for (const away of [false, true, true]) {
      const member = await studio.person('user', { membershipCategory: 'Member-girl' })
      if (away) await studio.must(member, registrations.cantCome, { scheduleId })
    }
    const register = (people: string[]) =>
      codeOf(studio.call(parent, registrations.registerSeveral, { ...dropIn(scheduleId), people: byFee(...people) }))
    expect(await register([...children, parent.userId])).toBe('classFull')
    expect(await register(children)).toBe('done')
    await expectInvariants(studio)
  })

  it('is refused if one of them is not of the family', async () => {
    const { studio, parent, other, admin } = family
    const people = byFee(await childOf(parent, 'Mari'), await childOf(other, 'Kati'))
    const { scheduleId } = await anEntry(studio, admin)
    const order = { ...dropIn(scheduleId), people }
    expect(await codeOf(studio.call(parent, registrations.registerSeveral, order))).toBe('notAllowed')
    expect(await placesIn(scheduleId)).toBe(0)
  })
})

describe('late cancellations of a class for which several family members are registered', () => {
  let scheduleId: string
  let [first, second] = ['', '']
  const used = async (purchaseId: string) =>
    (await family.studio.sql<{ used: number }>`select classes_used as used from purchases where id = ${purchaseId}`)[0]
      ?.used
  const register = (...people: { personId: string; purchaseId: string | null }[]) =>
    family.studio.must(family.parent, registrations.registerSeveral, { ...dropIn(scheduleId), people })

  /** The class of tomorrow, cancelled late by these people of these guardians, in this order; returns their passes. */
  async function cancelledLate(forgiveLate: boolean, ...them: { by: Person; personId: string }[]) {
    const { studio, admin } = family
    await saveSettings(studio, admin, 'registration', { lateHours: 24, forgiveLate })
    const passes: string[] = []
    for (const { by, personId } of them) {
      const membershipId = await aMembership(studio, admin)
      const sale = { membershipId, coverMember: false, paymentMethod: 'cash', personId } as const
      const { purchaseId } = await studio.must(by, memberships.buy, sale)
      await studio.must(by, registrations.registerWithMembership, { scheduleId, purchaseId, personId })
      passes.push(purchaseId)
    }
    studio.now += 10 * HOUR
    for (const { by, personId } of them) {
      studio.now += MINUTE
      await studio.must(by, registrations.cancel, { scheduleId, personId, acceptsLate: true })
    }
    return passes
  }

  beforeEach(async () => {
    ;({ scheduleId } = await anEntry(family.studio, family.admin))
    // registered in the order of their ids
    const both = [await childOf(family.parent, 'Mari'), await childOf(family.parent, 'Juku')].toSorted()
    ;[first = '', second = ''] = both
  })

  it('are forgiven once each, if the first child takes its own and not the earliest', async () => {
    const { parent, other } = family
    const [theirs = '', own = ''] = await cancelledLate(
      true,
      { by: other, personId: other.userId },
      { by: parent, personId: first },
    )
    await register(...byFee(first, second))
    expect([await used(theirs), await used(own)]).toEqual([0, 0])
    await expectInvariants(family.studio)
  })

  it('are forgiven to the second child itself, if others are not forgiven', async () => {
    const [own = ''] = await cancelledLate(false, { by: family.parent, personId: second })
    await register(...byFee(first, second))
    expect(await used(own)).toBe(0)
    await expectInvariants(family.studio)
  })

  it('give the class back to the pass that pays for the second child’s place', async () => {
    const [purchaseId = ''] = await cancelledLate(true, { by: family.parent, personId: second })
    await register(...byFee(first), { personId: second, purchaseId })
    expect(await used(purchaseId)).toBe(1)
    await expectInvariants(family.studio)
  })
})

it('joining a course or buying a pass for several people succeeds for all or none', async () => {
  const { studio, parent, admin } = family
  const [mari, juku] = [await childOf(parent, 'Mari'), await childOf(parent, 'Juku')]
  const people = [{ personId: mari }, { personId: juku }]
  const courseId = await aCourse(studio, admin)
  const joined = await studio.must(parent, courses.joinSeveral, { ...joining(courseId), people })
  const [course] = await studio.sql<{ count: number }>`select registered_count as count from courses`
  expect(course?.count).toBe(2)
  const again = { ...joining(courseId), people: [{ personId: parent.userId }, { personId: mari }] }
  const { body } = await studio.call(parent, courses.joinSeveral, again)
  expect(body).toMatchObject({ code: 'alreadyInCourse', params: { who: 'Mari' } })
  const sale = { membershipId: await aMembership(studio, admin), coverMember: false, paymentMethod: 'cash' } as const
  const bought = await studio.must(parent, memberships.buySeveral, { ...sale, people })
  const sum = (await studio.ask(parent, payments.mine, {})).reduce((total, { price }) => total + price, 0)
  expect(sum).toBe(joined.price + bought.price)
  await expectInvariants(studio)
})

it('the log names the child for whom a guardian joined or left a course, was refused, or cancelled a membership', async () => {
  const { studio, parent, admin } = family
  const [mari, juku] = [await childOf(parent, 'Mari'), await childOf(parent, 'Juku')]
  const courseId = await aCourse(studio, admin)
  const people = [{ personId: mari }, { personId: juku }]
  await studio.must(parent, courses.joinSeveral, { ...joining(courseId), people })
  const again = { ...joining(courseId), personId: juku }
  expect(await codeOf(studio.call(parent, courses.join, again))).toBe('alreadyInCourse')
  await studio.must(parent, courses.leave, { courseId, personId: mari })
  const sale = { membershipId: await aMembership(studio, admin), coverMember: false, paymentMethod: 'cash' } as const
  const { purchaseId } = await studio.must(parent, memberships.buy, { ...sale, personId: juku })
  await studio.must(parent, memberships.cancelPurchase, { purchaseId, personId: juku })
  const linesOf = async (channel: 'courses' | 'membership') =>
    (await studio.ask(admin, accounts.logs, { channel, search: '', before: null })).lines
      .filter(({ userId }) => userId === parent.userId)
      .map(({ message, metadata }) => [message, metadata?.['user']])
  const [left, refused, ...registered] = await linesOf('courses')
  expect([left, refused]).toEqual([
    ['Left K-pop in six weeks.', mari],
    ['Course registration refused: registered already.', juku],
  ])
  expect(registered.map(([message]) => message)).toEqual(Array(2).fill('Registered for K-pop in six weeks.'))
  expect(new Set(registered.map(([, who]) => who))).toEqual(new Set([mari, juku]))
  expect((await linesOf('membership'))[0]).toEqual(['Membership cancelled: Four classes.', juku])
})
