import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aMembership, anEntry, dropIn } from '#server/testing/fixtures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { settings } from '#studio/settings/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person('user', { membershipCategory: 'Member-girl' })
})

const shown = () => studio.ask(member, settings.shown, {})
const aForm = { name: 'Salsa', nameEt: '', marked: false, monthlyPrice: null }
const aClass = (categories: string[]) =>
  codeOf(studio.call(admin, classes.create, { name: 'Salsa', description: '', defaultMaxParticipants: 9, categories }))
const give = (membershipCategory: string | null, to = member) =>
  codeOf(studio.call(admin, accounts.setMembershipCategory, { userId: to.userId, membershipCategory }))

it('a new studio has the categories of the former version, with the same inclusion', async () => {
  const { classCategories, membershipCategories } = await shown()
  expect(classCategories.map(({ id, includes }) => [id, ...includes])).toEqual([
    ['Girl Group', 'Member-girl', 'Member-girl-boy'],
    ['Boy Group', 'Member-boy', 'Member-girl-boy', 'Member-16-boy'],
    ['K-POP 16+', 'Member-16', 'Member-16-boy'],
  ])
  expect(membershipCategories.filter(({ groupPrice }) => groupPrice).map(({ name }) => name)).toEqual(['Cover'])
})

it('renaming a category updates every open page, and keeps its inclusion', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const watching = await studio.watch(member, settings.shown, {})
  await watching.next()
  const before = { name: 'Girl Group', nameEt: 'Tüdrukute grupp', marked: false, monthlyPrice: null }
  const typed = { ...before, name: 'Ladies' }
  expect(
    await codeOf(studio.call(admin, settings.editCategory, { kind: 'class', id: 'Girl Group', ...typed, before })),
  ).toBe('done')
  expect((await watching.next()).classCategories[0]).toMatchObject({ id: 'Girl Group', name: 'Ladies' })
  watching.stop()
  // the member is still included
  expect(await codeOf(studio.call(member, registrations.registerWithDropIn, dropIn(scheduleId)))).toBe(
    'includedAlready',
  )
})

it('renaming by two admins: the second is refused, and an empty name too', async () => {
  const before = { name: 'Girl Group', nameEt: 'Tüdrukute grupp', marked: false, monthlyPrice: null }
  const rename = (name: string) =>
    codeOf(studio.call(admin, settings.editCategory, { kind: 'class', id: 'Girl Group', ...before, name, before }))
  expect(await rename(' ')).toEqual({ name: 'categoryNameLength' })
  expect(await rename('Ladies')).toBe('done')
  expect(await rename('Women')).toEqual({ name: 'fieldEdited' })
})

it('a name is unique within a kind, in both languages', async () => {
  const add = (kind: 'class' | 'membership', name: string, nameEt = '') =>
    codeOf(studio.call(admin, settings.addCategory, { kind, ...aForm, name, nameEt }))
  expect(await add('class', ' girl  GROUP')).toEqual({ name: 'categoryNameTaken' })
  expect(await add('class', 'Ladies', 'Tüdrukute grupp')).toEqual({ nameEt: 'categoryNameTaken' })
  // without an Estonian name, this one would be used in Estonian too
  expect(await add('class', 'tüdrukute grupp')).toEqual({ name: 'categoryNameTaken' })
  expect(await add('membership', 'Girl Group')).toBe('done')
  expect(await add('class', 'Salsa')).toBe('done')
  const before = { name: 'Girl Group', nameEt: 'Tüdrukute grupp', marked: false, monthlyPrice: null }
  const rename = (name: string) =>
    codeOf(studio.call(admin, settings.editCategory, { kind: 'class', id: 'Girl Group', ...before, name, before }))
  expect(await rename('SALSA')).toEqual({ name: 'categoryNameTaken' })
  expect(await rename('GIRL GROUP')).toBe('done')
})

it('a new category can be chosen at once; an archived one only by people who have it already', async () => {
  const { id } = await studio.must(admin, settings.addCategory, { kind: 'class', ...aForm })
  expect(await aClass([id])).toBe('done')
  const archive = (kind: 'class' | 'membership', one: string) =>
    studio.must(admin, settings.archiveCategory, { kind, id: one, archived: true })
  await archive('class', id)
  expect(await aClass([id])).toEqual({ categories: 'categoryMissing' })
  await archive('membership', 'Member-boy')
  expect(await give('Member-boy')).toBe('categoryNotOffered')
  await archive('membership', 'Member-girl')
  expect(await give('Member-girl')).toBe('done')
  expect(await give('nothing of the kind')).toBe('categoryNotOffered')
  // the member is still included
  const { scheduleId } = await anEntry(studio, admin)
  expect(await codeOf(studio.call(member, registrations.registerWithDropIn, dropIn(scheduleId)))).toBe(
    'includedAlready',
  )
})

it('the studio can reorder categories', async () => {
  const order = async () => (await shown()).classCategories.map(({ id }) => id)
  await studio.must(admin, settings.moveCategory, { kind: 'class', id: 'K-POP 16+', to: 'up' })
  expect(await order()).toEqual(['Girl Group', 'K-POP 16+', 'Boy Group'])
  await studio.must(admin, settings.moveCategory, { kind: 'class', id: 'Girl Group', to: 'up' })
  await studio.must(admin, settings.moveCategory, { kind: 'class', id: 'Girl Group', to: 'down' })
  expect(await order()).toEqual(['K-POP 16+', 'Girl Group', 'Boy Group'])
})

it('a category in use cannot be deleted; an unused one can, and leaves no inclusion behind', async () => {
  await anEntry(studio, admin)
  await aMembership(studio, admin)
  const removeClass = (id: string) => codeOf(studio.call(admin, memberships.removeClassCategory, { id }))
  const removeMembership = (id: string) => codeOf(studio.call(admin, settings.removeMembershipCategory, { id }))
  expect(await studio.ask(admin, memberships.usedClassCategories, {})).toEqual(['Girl Group'])
  expect(await studio.ask(admin, settings.usedMembershipCategories, {})).toEqual(['Member-girl'])
  expect([await removeClass('Girl Group'), await removeMembership('Member-girl')]).toEqual([
    'categoryInUse',
    'categoryInUse',
  ])
  expect([await removeClass('K-POP 16+'), await removeMembership('Member-girl-boy')]).toEqual(['done', 'done'])
  expect(await removeClass('K-POP 16+')).toBe('categoryNotFound')
  expect((await shown()).classCategories.map(({ includes }) => includes)).toEqual([
    ['Member-girl'],
    ['Member-boy', 'Member-16-boy'],
  ])
})

it('a membership category that somebody once had cannot be deleted, since their past months refer to it', async () => {
  await give(null)
  expect(await studio.ask(admin, settings.usedMembershipCategories, {})).toEqual([])
  const remove = studio.call(admin, settings.removeMembershipCategory, { id: 'Member-girl' })
  expect(await codeOf(remove)).toBe('categoryInUse')
})

it('a tick in the inclusion table takes a place in a class, and unticking frees it', async () => {
  const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1 })
  const other = await studio.person()
  const registers = (who: Person) => codeOf(studio.call(who, registrations.registerWithDropIn, dropIn(scheduleId)))
  const tick = (included: boolean) =>
    studio.must(admin, settings.setIncluded, {
      classCategory: 'Girl Group',
      membershipCategory: 'Member-girl',
      included,
    })
  expect(await registers(other)).toBe('classFull')
  await tick(false)
  expect(await registers(member)).toBe('done')
  await tick(true)
  expect(await registers(other)).toBe('classFull')
})

it('inclusionEffect counts the people and upcoming classes that a tick would concern', async () => {
  await anEntry(studio, admin, { inDays: 1 })
  await anEntry(studio, admin, { inDays: 2 })
  const { scheduleId } = await anEntry(studio, admin, { inDays: 3 })
  await studio.must(admin, registrations.cancelEntry, { scheduleId })
  const effect = (membershipCategory: string, included: boolean) =>
    studio.ask(admin, registrations.inclusionEffect, { classCategory: 'Girl Group', membershipCategory, included })
  expect(await effect('Member-girl', false)).toEqual({ people: 1, classes: 2 })
  // the member is included already
  expect(await effect('Member-girl', true)).toEqual({ people: 1, classes: 0 })
  expect(await effect('Cover', true)).toEqual({ people: 0, classes: 2 })
  await studio.person('user', { membershipCategory: 'Cover' })
  expect(await effect('Cover', true)).toEqual({ people: 1, classes: 2 })
})

it('a category id may contain quotes, backslashes and braces', async () => {
  const id = `it's "quoted", \\ {and} braced`
  await studio.database.transaction((tx) =>
    tx.execute(
      sql`insert into "classCategories" (id, name, position, includes) values (${id}, 'Odd', 9, array['Member-girl'])`,
    ),
  )
  await studio.services.readSettings()
  const { scheduleId } = await anEntry(studio, admin, { categories: [id] })
  expect(await codeOf(studio.call(member, registrations.registerWithDropIn, dropIn(scheduleId)))).toBe(
    'includedAlready',
  )
  const { entries } = await studio.ask(member, registrations.upcoming, { weeks: 2 })
  expect(entries).toMatchObject([{ categories: [id], includedCount: 1 }])
})

it('a member whose category has the group price is not marked as a doubtful cover member', async () => {
  const membershipId = await aMembership(studio, admin)
  const order = { membershipId, coverMember: true, paymentMethod: 'cash' } as const
  await studio.must(member, memberships.buy, order)
  const doubtful = async () =>
    (await studio.ask(admin, payments.ofUser, { userId: member.userId, page: 1 })).rows.map((row) => row.coverDoubtful)
  expect(await doubtful()).toEqual([true])
  const before = { name: 'Girl Group Member', nameEt: 'Tüdrukute grupi liige', marked: false, monthlyPrice: null }
  const edit = { kind: 'membership', id: 'Member-girl', ...before, marked: true, before } as const
  await studio.must(admin, settings.editCategory, edit)
  expect(await doubtful()).toEqual([false])
})
