import { expect, it } from 'vitest'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts, type Details } from './contract.ts'

let studio: TestStudio
let mari: Person
let before: Details
studioForEach(async (empty) => {
  studio = empty
  mari = await studio.person()
  before = await studio.ask(mari, accounts.details, {})
})

const save = (change: Partial<Details>, since = before) =>
  codeOf(studio.call(mari, accounts.saveDetails, { typed: { ...since, ...change }, before: since }))
const details = () => studio.ask(mari, accounts.details, {})

it('saves name, phone, birthday and language, and updates every open screen', async () => {
  const changed = { displayName: 'Maarja', familyName: 'Mets', dob: '2004-04-04', language: 'et' as const }
  expect(await save({ ...changed, displayName: ' Maarja ', phone: '5123 4567' })).toBe('done')
  expect(await details()).toEqual({ ...changed, phone: '+372 5123 4567' })
  expect(await studio.ask(mari, accounts.me, {})).toMatchObject({ displayName: 'Maarja', familyName: 'Mets' })
  const teacher = await studio.person('teacher')
  const found = await studio.ask(teacher, accounts.users, { search: 'maarja', sort: 'name', order: 'asc', page: 1 })
  expect(found.rows).toMatchObject([{ id: mari.userId, familyName: 'Mets' }])
})

it.each([
  ['+358 40 1234567', '+358 40 1234567'],
  ['00372 5123 4567', '+372 5123 4567'],
  ['6 123 456', '+372 612 3456'],
  [' ', ''],
])('a phone number %s is kept as %s', async (typed, kept) => {
  expect(await save({ phone: typed })).toBe('done')
  expect((await details()).phone).toBe(kept)
})

it.each<[Partial<Details>, object]>([
  [{ phone: '12' }, { phone: 'phoneInvalid' }],
  [{ phone: 'call me' }, { phone: 'phoneInvalid' }],
  [{ displayName: ' ' }, { displayName: 'fillRequired' }],
  [{ familyName: 'x'.repeat(81) }, { familyName: 'nameTooLong' }],
  [{ dob: '2030-01-01' }, { dob: 'birthdayInFuture' }],
  [{ dob: '2024-01-01' }, { dob: 'tooYoung' }],
])('%o is refused at its field', async (change, fields) => {
  expect(await save(change)).toEqual(fields)
  expect(await details()).toEqual(before)
})

it('keeps what was changed on another device meanwhile, and asks if the same field was changed', async () => {
  expect(await save({ phone: '51234567' })).toBe('done')
  expect(await save({ displayName: 'Maarja' })).toBe('done')
  expect(await details()).toMatchObject({ displayName: 'Maarja', phone: '+372 5123 4567' })
  expect(await save({ displayName: 'Mariliis' })).toEqual({ displayName: 'fieldEdited' })
})

it('logs which fields were changed, but not their values', async () => {
  await save({ phone: '51234567' })
  await save({})
  expect(await studio.sql`select message, metadata from logs`).toEqual([
    { message: 'User changed their details.', metadata: { changed: ['phone'] } },
  ])
})
