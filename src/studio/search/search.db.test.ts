import { expect, it } from 'vitest'
import { aCourse, aMembership, anEntry } from '#server/testing/fixtures.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { papers } from '#studio/papers/contract.ts'
import { rfOf, spacedReference } from '#kernel/references.ts'
import { search } from './contract.ts'

let studio: TestStudio
let admin: Person
let mari: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin', { displayName: 'Aino' })
  mari = await studio.person('user', { displayName: 'Märi', email: 'mari@example.ee' })
}, WITH_FEATURES)

const find = (text: string, who = admin) => studio.ask(who, search.everything, { search: text })

async function buys(): Promise<string> {
  const membershipId = await aMembership(studio, admin)
  await studio.must(mari, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' })
  const open = await studio.ask(mari, payments.mine, {})
  return open[0]?.id ?? ''
}

it('finds a person with their debt and payments, and updates open searches live', async () => {
  const teacher = await studio.person('teacher')
  const seen = await studio.watch(teacher, search.everything, { search: 'mari@ex' })
  expect(await seen.next()).toMatchObject({ people: [{ displayName: 'Märi', owes: 0 }], entries: [], payments: [] })
  const paymentId = await buys()
  expect(await seen.next()).toMatchObject({ people: [{ owes: 4000 }], payments: [{ id: paymentId, status: 'due' }] })
  seen.stop()
})

it('lists people whose name begins like that before those whose name contains it', async () => {
  for (const displayName of ['Anna-Lii', 'Elliis', 'Liis']) await studio.person('user', { displayName })
  expect((await find('liis')).people.map(({ displayName }) => displayName)).toEqual(['Liis', 'Elliis'])
})

it('shows a lower debt after a part payment, and none after confirmation', async () => {
  const paymentId = await buys()
  await studio.must(admin, payments.confirm, { paymentId, actualAmount: 1500, rest: 'staysDue' })
  expect(await find('märi')).toMatchObject({ people: [{ owes: 2500 }] })
  await studio.must(admin, payments.confirm, { paymentId, actualAmount: 2500 })
  expect(await find('märi')).toMatchObject({ people: [{ owes: 0 }], payments: [{ status: 'confirmed' }] })
})

it('finds classes from today on by a part of their name, in any case, and takes % literally', async () => {
  await anEntry(studio, admin)
  await studio.database.transaction((tx) => tx.execute(`update schedule set class_name = 'Ööjazz 100%'`))
  expect((await find('öÖja')).entries).toMatchObject([{ className: 'Ööjazz 100%' }])
  expect((await find('0%')).entries).toHaveLength(1)
  expect((await find('%%')).entries).toEqual([])
})

it('finds courses until they end or are archived, by a part of their name, first the one that begins first', async () => {
  const dates = { startDate: '2026-03-01', endDate: '2026-03-10', regDeadline: '2026-03-01' }
  await aCourse(studio, admin, { name: 'Ööjazz later' })
  const running = await aCourse(studio, admin, { name: 'Uus ööjazz', ...dates })
  const archived = await aCourse(studio, admin, { name: 'Ööjazz archived' })
  await studio.must(admin, courses.setStatus, { courseId: archived, status: 'archived' })
  const names = async () => (await find('ÖÖJA', await studio.person('teacher'))).courses.map(({ name }) => name)
  expect(await names()).toEqual(['Uus ööjazz', 'Ööjazz later'])
  expect((await find('uus ööjazz')).courses).toMatchObject([{ id: running, startTime: '18:00', endDate: '2026-03-10' }])
  studio.now = Date.parse('2026-03-11T00:00:00+02:00')
  expect(await names()).toEqual(['Ööjazz later'])
})

it('finds nothing for a single letter', async () => {
  expect(await find('m')).toEqual({ people: [], entries: [], courses: [], payments: [] })
})

it('finds a payer and their payments by a reference number in any format, for admins only', async () => {
  const paymentId = await buys()
  const { reference } = await studio.ask(mari, payments.myReference, {})
  const written = [reference ?? '', `00${reference}`, spacedReference(reference ?? ''), rfOf(reference ?? '')]
  for (const text of written) {
    expect(await find(text)).toMatchObject({
      people: [{ displayName: 'Märi', owes: 4000 }],
      payments: [{ id: paymentId }],
    })
  }
  const nothing = { people: [], entries: [], courses: [], payments: [] }
  expect(await find(`${Number(reference) + 1}`)).toEqual(nothing)
  expect(await find(reference ?? '', await studio.person('teacher'))).toEqual(nothing)
})

it('finds a payer and their payments by an invoice or receipt number', async () => {
  const paymentId = await buys()
  await buys()
  const buyer = { company: false, name: 'Märi', registryCode: '', address: '' }
  const { number } = await studio.must(mari, papers.invoice, { paymentIds: [paymentId], buyer })
  await studio.must(admin, payments.confirm, { paymentId, actualAmount: 4000 })
  const receipt = await studio.must(mari, papers.receipt, { paymentId })
  for (const text of [number, number.toLowerCase(), 'A 2026 1', receipt.number]) {
    const found = await find(text)
    expect(found.people).toMatchObject([{ displayName: 'Märi' }])
    expect(found.payments.map(({ id }) => id)).toEqual([paymentId])
  }
  expect((await find('A-2026-0002')).people).toEqual([])
})
