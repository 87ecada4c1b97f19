import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { TestStudio, visitor } from '#server/testing/studio.ts'
import { accounts } from './contract.ts'

let studio: TestStudio
beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(() => studio.close())

const EMAIL = 'anna@example.ee'

async function annaWithLink(): Promise<string> {
  const form = { displayName: 'Anna', familyName: 'T', dob: '2000-01-01', language: 'en' as const }
  await studio.must(visitor, accounts.signUp, { ...form, email: EMAIL, password: 'the old one' })
  const token = async () => {
    const [letter] = await studio.sql<{ text: string }>`select text from outbox order by id desc limit 1`
    return /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  }
  await studio.must(visitor, accounts.verifyEmail, { token: await token() })
  await studio.must(visitor, accounts.requestPasswordReset, { email: EMAIL })
  return token()
}

it('signs out a session opened with the old password while the new password is being saved', async ({ skip }) => {
  if (!studio.database.url) return skip('The embedded database does one thing at a time.')
  const token = await annaWithLink()
  const waiting = async () => {
    const [found] = await studio.sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return found?.n ?? 0
  }
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let held = () => {}
  const holding = new Promise<void>((resolve) => (held = resolve))
  // keeps the sign-in from its end, and the reset from nothing
  const holder = studio.database.transaction(async (tx) => {
    await tx.execute(sql`select 1 from accounts where email = ${EMAIL} for no key update`)
    held()
    await released
  })
  await holding
  const signIn = studio.call(visitor, accounts.signIn, { email: EMAIL, password: 'the old one' })
  await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000 })
  let done = false
  const reset = studio
    .call(visitor, accounts.resetPassword, { token, password: 'a new one' })
    .finally(() => (done = true))
  await vi.waitFor(async () => expect(done || (await waiting()) === 2).toBe(true), { timeout: 10_000 })
  release()
  await holder
  const [signedIn, changed] = await Promise.all([signIn, reset])
  expect([signedIn.body.ok, changed.body.ok]).toEqual([true, true])
  const mine = { ...visitor, sessionToken: signedIn.session?.token ?? '' }
  expect((await studio.call(mine, accounts.setLanguage, { language: 'et' })).status).toBe(401)
})

it('uses a link once, even when five requests use it at the same time', async () => {
  await studio.empty()
  const token = await annaWithLink()
  const tries = Array.from({ length: 5 }, (_, n) =>
    studio.call(visitor, accounts.resetPassword, { token, password: `password ${n}` }),
  )
  const done = (await Promise.all(tries)).filter(({ body }) => body.ok)
  expect(done).toHaveLength(1)
})
