import { expect, it } from 'vitest'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'

let studio: TestStudio
let admin: Person
/** Included in the class, which has only one place. */
let anna: Person
let mari: Person
let scheduleId: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  anna = await studio.person('user', { membershipCategory: 'Member-girl' })
  mari = await studio.person()
  scheduleId = (await anEntry(studio, admin, { maxParticipants: 1 })).scheduleId
}, WITH_FEATURES)

const cantCome = () => codeOf(studio.call(anna, registrations.cantCome, { scheduleId }))
const comeBack = () => codeOf(studio.call(anna, registrations.comeAfterAll, { scheduleId }))
const register = (person = mari) => codeOf(studio.call(person, registrations.registerWithDropIn, dropIn(scheduleId)))
const sorted = (codes: readonly unknown[]) => codes.map(String).toSorted()
const here = () => ({ kind: 'class', id: scheduleId }) as const

/** Number of participants and held places; it must never exceed the single place. */
async function taken() {
  const [entry] = (await studio.ask(mari, registrations.upcoming, { weeks: 2 })).entries
  if (!entry) throw new Error('No such class.')
  return entry.registeredCount + entry.includedCount + entry.heldCount
}
const sound = async () => {
  expect(studio.reported).toEqual([])
  await expectInvariants(studio)
}

it('the last place is freed and taken concurrently: it is taken once, or free', async () => {
  const [away, registered] = await Promise.all([cantCome(), register()])
  expect(away).toBe('done')
  expect(['done', 'classFull']).toContain(registered)
  expect(await taken()).toBe(registered === 'done' ? 1 : 0)
  await sound()
})

it('coming after all and registering concurrently: only one of them gets the place', async () => {
  await cantCome()
  const outcomes = await Promise.all([comeBack(), register()])
  expect(sorted(outcomes)).toEqual(['classFull', 'done'])
  expect(await taken()).toBe(1)
  await sound()
})

it('coming after all does not take a place that is offered to somebody else, and no place is lost', async () => {
  await studio.must(mari, waiting.join, { ...here(), takeWith: null })
  const [away, back] = await Promise.all([cantCome(), comeBack()])
  expect(away).toBe('done')
  expect(['notAbsent', 'classFull']).toContain(back)
  expect(await studio.ask(mari, waiting.mine, {})).toMatchObject([{ state: 'offered' }])
  const [declined, again] = await Promise.all([codeOf(studio.call(mari, waiting.decline, here())), comeBack()])
  expect(declined).toBe('done')
  expect(await taken()).toBe(again === 'done' ? 1 : 0)
  await sound()
})

it('coming after all just when the offer ends: the person gets the place, or it is offered to the next', async () => {
  await cantCome()
  await register()
  await studio.must(anna, waiting.join, { ...here(), takeWith: null })
  const kati = await studio.person()
  studio.now += 1
  await studio.must(kati, waiting.join, { ...here(), takeWith: null })
  await studio.must(mari, registrations.cancel, { scheduleId: here().id })
  const [offer] = await studio.ask(anna, waiting.mine, {})
  studio.now = offer?.offeredUntil ?? 0
  const [back] = await Promise.all([comeBack(), studio.runJobs()])
  expect(['done', 'offerEnded', 'classFull']).toContain(back)
  const [next] = await studio.ask(kati, waiting.mine, {})
  expect(next?.state).toBe(back === 'done' ? 'waiting' : 'offered')
  expect(await taken()).toBe(1)
  await sound()
})

it('saying it twice concurrently counts once', async () => {
  expect(sorted(await Promise.all([cantCome(), cantCome()]))).toEqual(['done', 'saidAlready'])
  expect(sorted(await Promise.all([comeBack(), comeBack()]))).toEqual(['done', 'notAbsent'])
  await sound()
})

it('leaving the category and saying that one can’t come concurrently frees only one place', async () => {
  const kati = await studio.person()
  for (const person of [mari, kati]) await studio.must(person, waiting.join, { ...here(), takeWith: null })
  const leaveGroup = codeOf(
    studio.call(admin, accounts.setMembershipCategory, { userId: anna.userId, membershipCategory: null }),
  )
  const [left, away] = await Promise.all([leaveGroup, cantCome()])
  expect(left).toBe('done')
  expect(['done', 'notIncluded']).toContain(away)
  await studio.runJobs()
  const states = [await studio.ask(mari, waiting.mine, {}), await studio.ask(kati, waiting.mine, {})].flat()
  expect(states.map(({ state }) => state).toSorted()).toEqual(['offered', 'waiting'])
  expect(await taken()).toBe(1)
  await sound()
})
