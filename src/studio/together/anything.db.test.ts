import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, DAY, dateIn } from '#kernel/time.ts'
import { aCourse, aMembership, anEntry, dropIn, joining } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { TestStudio, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { passes } from '#studio/passes/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

/** A tiny studio, so that people often compete for the same places and passes. */
interface World {
  readonly studio: TestStudio
  readonly admin: Person
  readonly teacher: Person
  readonly members: readonly Person[]
  readonly entries: readonly string[]
  readonly courses: readonly string[]
  readonly passes: readonly string[]
}

type Step = (world: World) => Promise<unknown>

const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T
const small = fc.nat({ max: 11 })
const method = fc.constantFrom('cash', 'bankTransfer', 'stebby')

/** Anything that a member, a teacher, an admin or the clock may do next, sensible or not. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(small, small, fc.boolean(), method).map(([who, what, coverMember, paymentMethod]): Step => (world) => {
    const order = { ...dropIn(pick(world.entries, what)), coverMember, paymentMethod }
    return world.studio.call(pick(world.members, who), registrations.registerWithDropIn, order)
  }),
  // mostly the owner of the pass, sometimes another person who tries to use it
  fc.tuple(small, small, small, fc.nat({ max: 5 })).map(([who, what, pass, honesty]): Step => async (world) => {
    const all = await world.studio.sql<{ id: string; userId: string }>`
      select id, user_id as "userId" from purchases where status = 'active' order by id`
    if (all.length === 0) return
    const purchase = pick(all, pass)
    const owner = world.members.find(({ userId }) => userId === purchase.userId)
    const caller = honesty === 0 || !owner ? pick(world.members, who) : owner
    const place = { scheduleId: pick(world.entries, what), purchaseId: purchase.id }
    await world.studio.call(caller, registrations.registerWithMembership, place)
  }),
  fc.tuple(small, small).map(
    ([who, what]): Step =>
      ({ studio, members, entries }) =>
        studio.call(pick(members, who), registrations.cancel, { scheduleId: pick(entries, what) }),
  ),
  fc.tuple(small, small, method).map(([who, what, paymentMethod]): Step => ({ studio, members, passes }) => {
    const order = { membershipId: pick(passes, what), coverMember: false, paymentMethod }
    return studio.call(pick(members, who), memberships.buy, order)
  }),
  fc.tuple(small, small).map(([who, which]): Step => async ({ studio, members }) => {
    const all = await studio.sql<{ id: string }>`select id from purchases order by id`
    if (all.length > 0)
      await studio.call(pick(members, who), memberships.cancelPurchase, { purchaseId: pick(all, which).id })
  }),
  fc.tuple(small, small, fc.boolean()).map(([which, day, ends]): Step => async ({ studio, admin }) => {
    const all = await studio.sql<{ id: string; userId: string }>`
      select id, user_id as "userId" from purchases order by id`
    if (all.length === 0) return
    const { id, userId } = pick(all, which)
    const found = await studio.ask(admin, passes.bookOf, { id, page: 1 })
    const scheduleIds = (found?.coming ?? []).map((place) => place.scheduleId)
    if (ends) return studio.call(admin, passes.endFreeze, { freezeId: found?.freeze?.id ?? userId, scheduleIds })
    const firstDay = addDays(dateIn('Europe/Tallinn', studio.now), day % 4)
    const days = { firstDay, lastDay: addDays(firstDay, day), reason: 'ill' }
    return studio.call(admin, passes.freeze, { purchaseId: id, ...days, scheduleIds })
  }),
  fc.tuple(small, small).map(
    ([who, what]): Step =>
      ({ studio, members, courses: all }) =>
        studio.call(pick(members, who), courses.join, joining(pick(all, what))),
  ),
  fc.tuple(small, small).map(
    ([who, what]): Step =>
      ({ studio, members, courses: all }) =>
        studio.call(pick(members, who), courses.leave, { courseId: pick(all, what) }),
  ),
  fc
    .tuple(small, small, fc.constantFrom('own', 'teacher', 'confirm', 'part', 'cancel'))
    .map(([who, which, action]): Step => async ({ studio, members, teacher, admin }) => {
      const all = await studio.sql<{ id: string; price: number }>`
        select id, price from payments order by id`
      if (all.length === 0) return
      const { id: paymentId, price } = pick(all, which)
      const settled = { paymentId, actualAmount: price + who - 3 }
      if (action === 'own') return studio.call(pick(members, who), payments.markAsPaid, { paymentId })
      if (action === 'teacher') return studio.call(teacher, payments.markAsPaidByTeacher, settled)
      if (action === 'confirm') return studio.call(admin, payments.confirm, settled)
      if (action === 'part') {
        return studio.call(admin, payments.confirm, { paymentId, actualAmount: 1000 + who, rest: 'staysDue' })
      }
      return studio.call(admin, payments.cancel, { paymentId })
    }),
  fc.tuple(small, small).map(([who, which]): Step => ({ studio, admin, members }) => {
    const membershipCategory = which === 0 ? null : pick(studio.services.settings.membershipCategories, which).id
    return studio.call(admin, accounts.setMembershipCategory, { userId: pick(members, who).userId, membershipCategory })
  }),
  small.map((days): Step => async ({ studio }) => {
    studio.now += (days * DAY) / 24
  }),
)

let studio: TestStudio
beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(() => studio.close())

async function world(): Promise<World> {
  await studio.empty()
  const admin = await studio.person('admin')
  return {
    studio,
    admin,
    teacher: await studio.person('teacher'),
    members: [await studio.person(), await studio.person(), await studio.person()],
    entries: [
      (await anEntry(studio, admin, { maxParticipants: 2 })).scheduleId,
      (await anEntry(studio, admin, { maxParticipants: 1, categories: ['Boy Group'], inDays: 5 })).scheduleId,
      (await anEntry(studio, admin, { maxParticipants: 3, categories: ['K-POP 16+', 'Girl Group'], inDays: 9 }))
        .scheduleId,
    ],
    courses: [
      await aCourse(studio, admin, { defaultMaxParticipants: 2 }),
      await aCourse(studio, admin, { defaultMaxParticipants: 1 }),
    ],
    passes: [
      await aMembership(studio, admin, { classLimit: 1 }),
      await aMembership(studio, admin, { classLimit: 2, excludedCategories: ['Boy Group'], validPeriod: 6 }),
    ],
  }
}

/** Some seconds in `npm test`, with new random input each time; `npm run torture -- 9` runs more. */
const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 4)

it(
  'any sequence of actions, concurrent or not, keeps every invariant',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 15, maxLength: 30 }),
        async (rounds) => {
          const here = await world()
          for (const round of rounds) {
            await Promise.all(round.map((act) => act(here)))
            await expectInvariants(studio)
          }
          expect(studio.reported).toEqual([])
        },
      ),
      { numRuns, endOnFailure: true },
    )
  },
  numRuns * 30_000,
)
