import { expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { ADMIN_PASSWORD, codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { signing } from './contract.ts'

let studio: TestStudio
let laptop: Person
let phone: Person
studioForEach(async (empty) => {
  studio = empty
  laptop = await studio.person('admin', { email: 'asta@example.ee' })
  studio.now += HOUR
  phone = await studio.session(laptop)
})

const kindOf = async (person: Person) => (await studio.ask(person, accounts.me, {})).kind
const idOf = async (person: Person) => (await studio.must(person, signing.thisSession, {})).sessionId
const sessionsOf = async (person: Person) => {
  const open = await studio.ask(person, signing.sessions, {})
  return open.map(({ id }) => id)
}

it('lists the user’s own sessions only', async () => {
  await studio.person()
  const open = await studio.ask(laptop, signing.sessions, {})
  expect(open.map(({ id, since }) => ({ id, since }))).toEqual([
    { id: await idOf(phone), since: studio.now },
    { id: await idOf(laptop), since: studio.now - HOUR },
  ])
})

it('leaves out a session of staff that expired without use', async () => {
  await studio.database.transaction((tx) => tx.execute(`update sessions set last_used_at = created_at`))
  studio.now += 12 * HOUR - 1
  expect(await sessionsOf(phone)).toEqual([await idOf(phone)])
})

it('signs one device out', async () => {
  await studio.must(phone, signing.endSession, { sessionId: await idOf(laptop) })
  expect([await kindOf(laptop), await kindOf(phone)]).toEqual(['visitor', 'admin'])
})

it('does not sign out another user', async () => {
  const other = await studio.person()
  await studio.must(laptop, signing.endSession, { sessionId: await idOf(other) })
  expect(await kindOf(other)).toBe('user')
})

it('signs out all other devices', async () => {
  const tablet = await studio.session(laptop)
  expect(await studio.must(phone, signing.endOtherSessions, {})).toEqual({ any: true })
  expect([await kindOf(laptop), await kindOf(tablet), await kindOf(phone)]).toEqual(['visitor', 'visitor', 'admin'])
  expect(await studio.must(phone, signing.endOtherSessions, {})).toEqual({ any: false })
})

const change = (password: string, newPassword: string) =>
  codeOf(studio.call(laptop, signing.changePassword, { password, newPassword }))

it('ends the other sessions and the old password when the password is changed', async () => {
  studio.now += DAY
  laptop = await studio.session(laptop)
  expect(await change(ADMIN_PASSWORD, 'another waltz')).toBe('done')
  expect([await kindOf(laptop), await kindOf(phone)]).toEqual(['admin', 'visitor'])
  const signIn = (password: string) =>
    codeOf(studio.call(visitor, accounts.signIn, { email: 'asta@example.ee', password }))
  expect([await signIn(ADMIN_PASSWORD), await signIn('another waltz')]).toEqual(['wrongCredentials', 'done'])
})

it.each([
  ['', 'another waltz', { password: 'passwordRequired' }],
  ['another waltz', 'another waltz', { password: 'wrongPassword' }],
  [ADMIN_PASSWORD, '', { newPassword: 'fillRequired' }],
  [ADMIN_PASSWORD, 'sevenxy', { newPassword: 'newPasswordTooShort' }],
  [ADMIN_PASSWORD, 'Password1', { newPassword: 'passwordCommon' }],
])('refuses password "%s" with the new one "%s" at its field', async (password, next, fields) => {
  expect(await change(password, next)).toEqual(fields)
  expect(await kindOf(phone)).toBe('admin')
})

it('tells the account about a new password, and what to do if it was another person', async () => {
  await studio.database.transaction((tx) => tx.execute('delete from outbox'))
  await change('wrong words', 'another waltz')
  const told = () => studio.sql<{ to: string; subject: string; text: string }>`
    select to_address as "to", subject, text from outbox`
  expect(await told()).toEqual([])
  await change(ADMIN_PASSWORD, 'another waltz')
  const [letter, ...more] = await told()
  expect(more).toEqual([])
  expect(letter).toMatchObject({ to: 'asta@example.ee', subject: 'Your password was changed (Tantsustuudio Hoog)' })
  expect(letter?.text).toContain('If it was not you, choose a new password at once')
})

it('checks the caller’s own password only', async () => {
  const other = await studio.person('admin')
  const input = { password: ADMIN_PASSWORD, newPassword: 'another waltz' }
  const teacher = await studio.person('teacher')
  expect(await codeOf(studio.call(teacher, signing.changePassword, input))).toEqual({ password: 'wrongPassword' })
  expect(await kindOf(other)).toBe('admin')
})
