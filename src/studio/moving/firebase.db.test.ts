import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#kernel/time.ts'
import { EndedHere, endsAfter, endsWithin } from '#server/testing/endsAfter.ts'
import { authUser, EXAMPLE, exportOf, type Dump } from '#server/testing/firebase.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { placesOf } from '#server/testing/grep.ts'
import { runErrands } from '#server/testing/runErrands.ts'
import { ADMIN_PASSWORD, codeOf, visitor, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { moving } from './contract.ts'
import type { ExportFile } from './rules/firebase.ts'
import { forgetMoved } from './server/forget.ts'

let studio: TestStudio
let admin: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
})

const people = (count: number): Dump => ({
  users: Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`p${n}`, { displayName: `Dancer ${n}`, familyName: 'Tantsija' }]),
  ),
})
const users = (count: number) => Array.from({ length: count }, (_, n) => authUser(`p${n}`, `dancer${n}@example.com`))

const PART = 20_000

/** Uploads files as the screen does; returns the move. */
async function send(files: Partial<Record<ExportFile, string>>, by = admin, part = PART) {
  const { moveId } = await studio.must(by, moving.firebaseBegin, {})
  const sent: Partial<Record<ExportFile, { bytes: number; parts: number }>> = {}
  for (const [file, text] of Object.entries(files) as [ExportFile, string][]) {
    const packed = gzipSync(text)
    let parts = 0
    for (let from = 0; from < packed.length; from += part) {
      const base64 = packed.subarray(from, from + part).toString('base64')
      await studio.must(by, moving.firebasePart, { moveId, file, place: parts++, part: base64 })
    }
    sent[file] = { bytes: text.length, parts }
  }
  const outcome = await studio.call(by, moving.firebaseLook, { moveId, files: sent })
  return { moveId, outcome: outcome.body }
}

const state = async () => (await studio.ask(admin, moving.firebase, {})).move
const added = async () => (await state())?.rows.reduce((sum, row) => sum + row.added, 0)
const parts = async () => (await studio.sql<{ n: number }>`select count(*)::int as n from "firebaseParts"`)[0]?.n

describe('importing a studio from Firebase on the screen', () => {
  it('checks first, imports when the admin confirms, keeps old passwords, and then deletes the files', async () => {
    const { moveId, outcome } = await send(exportOf({ users: users(3), collections: people(3) }))
    expect(outcome).toEqual({ ok: true, value: {} })
    await runErrands(studio)
    expect(await state()).toMatchObject({ step: 'looked', by: 'Mari Maasikas', hasFiles: true, left: 0 })
    expect(await added()).toBe(3)
    expect(await studio.sql`select id from people where id like 'p_'`).toEqual([])

    await studio.must(admin, moving.firebaseTake, { moveId, password: ADMIN_PASSWORD })
    await runErrands(studio)
    expect(await state()).toMatchObject({ step: 'taken', hasFiles: false })
    expect(await added()).toBe(3)
    expect(await parts()).toBe(0)
    await expectInvariants(studio)
    const typed = { email: 'dancer1@example.com', password: EXAMPLE.password }
    expect((await studio.call(visitor, accounts.signIn, typed)).body).toMatchObject({ ok: true })

    const again = await send(exportOf({ users: users(3), collections: people(3) }))
    await runErrands(studio)
    expect(await added()).toBe(0)
    await studio.must(admin, moving.firebaseTake, { ...again, password: ADMIN_PASSWORD })
    await runErrands(studio)
    expect(await added()).toBe(0)
    expect(studio.reported).toEqual([])
  })

  it('resumes by itself wherever it was interrupted, with the same result and counts', async () => {
    const files = exportOf({ users: users(900), collections: people(900) })
    const rows = () => studio.sql`select id, display_name, family_name from people where id ~ '^p[0-9]+$' order by id`
    let inOneGo: unknown
    for (const transactions of [Infinity, 0, 1, 2, 3, 4]) {
      await studio.empty()
      admin = await studio.person('admin')
      const { moveId } = await send(files)
      await runErrands(studio)
      await studio.must(admin, moving.firebaseTake, { moveId, password: ADMIN_PASSWORD })
      if (transactions < Infinity) {
        await expect(runErrands(studio, endsWithin, endsAfter(transactions))).rejects.toThrow(EndedHere)
        studio.reported.length = 0
        await runErrands(studio)
        expect((await state())?.step).toBe('taking')
        studio.now += MINUTE
      }
      await runErrands(studio)
      expect(await state()).toMatchObject({ step: 'taken', left: 0 })
      expect(await added()).toBe(900)
      inOneGo ??= await rows()
      expect(await rows()).toEqual(inOneGo)
      await expectInvariants(studio)
    }
  })

  it('refuses damaged files as a whole, names the reason, and keeps nothing of them', async () => {
    const whole = exportOf({ users: users(3), collections: people(3) })
    await send({ ...whole, 'firestore.json': whole['firestore.json'].slice(0, -5) })
    await runErrands(studio)
    expect(await state()).toMatchObject({ step: 'stopped', stop: 'cut', stopFile: 'firestore.json', hasFiles: false })
    await send({ 'auth.json': whole['auth.json'] ?? '' })
    await runErrands(studio)
    expect(await state()).toMatchObject({ step: 'stopped', stop: 'noDump' })
    await send({ ...whole, 'hash.json': 'x'.repeat(200_000) })
    await runErrands(studio)
    expect(await state()).toMatchObject({ step: 'stopped', stop: 'tooLarge', stopFile: 'hash.json' })
    expect(await studio.sql`select id from people where id like 'p_'`).toEqual([])
    expect(studio.reported).toEqual([])
  })

  it('can be resumed after a failure, which is reported once', async () => {
    const { moveId } = await send(exportOf({ users: users(300), collections: people(300) }))
    await runErrands(studio)
    await studio.must(admin, moving.firebaseTake, { moveId, password: ADMIN_PASSWORD })
    await runErrands(studio, undefined, endsAfter(2))
    expect(await state()).toMatchObject({ step: 'stopped', stop: 'failed', hasFiles: true })
    expect(studio.reported).toEqual([expect.stringContaining('could not be taken over')])
    studio.reported.length = 0
    await studio.must(admin, moving.firebaseTake, { moveId, password: ADMIN_PASSWORD })
    await runErrands(studio)
    expect(await state()).toMatchObject({ step: 'taken' })
    expect(await added()).toBe(300)
  })

  it('lists what is not imported, by pages and with a search', async () => {
    const collections = { ...people(1), classes: { a: {}, b: {}, 'jazz-1': { name: 'Jazz', categories: ['?'] } } }
    await send(exportOf({ users: users(1), collections, key: null }))
    await runErrands(studio)
    expect(await state()).toMatchObject({ left: 3, changed: 2 })
    const list = (which: 'all' | 'left' | 'changed', search = '') =>
      studio.ask(admin, moving.firebaseProblems, { which, search, page: 1 })
    expect((await list('all')).total).toBe(5)
    expect((await list('left', 'JAZZ')).rows).toMatchObject([{ rowId: 'jazz-1', reason: 'noCategory' }])
    expect((await list('changed')).rows.map(({ reason }) => reason)).toContain('noPassword')
    expect((await list('all', '%')).total).toBe(0)
  })
})

describe('two admins uploading at once', () => {
  it('do not replace each other’s files: the second waits, and either may start the import', async () => {
    const other = await studio.person('admin')
    const { moveId } = await studio.must(admin, moving.firebaseBegin, {})
    expect((await studio.call(other, moving.firebaseBegin, {})).body).toMatchObject({ code: 'importSending' })
    studio.now += 2 * MINUTE
    const theirs = await send(exportOf({ users: users(2), collections: people(2) }), other)
    const late = await studio.call(admin, moving.firebasePart, { moveId, file: 'hash.json', place: 0, part: '' })
    expect(late.body).toMatchObject({ code: 'importGone' })
    expect((await studio.call(admin, moving.firebaseBegin, {})).body).toMatchObject({ code: 'importRuns' })
    await runErrands(studio)
    await Promise.all([
      studio.must(admin, moving.firebaseTake, { ...theirs, password: ADMIN_PASSWORD }),
      studio.must(other, moving.firebaseTake, { ...theirs, password: ADMIN_PASSWORD }),
    ])
    expect((await studio.call(admin, moving.firebaseForget, theirs)).body).toMatchObject({ code: 'importRuns' })
    await runErrands(studio)
    expect(await state()).toMatchObject({ step: 'taken' })
    expect(await added()).toBe(2)
  })
})

describe('an import that may bring staff with their passwords', () => {
  const take = (moveId: string, password: string, by = admin) =>
    codeOf(studio.call(by, moving.firebaseTake, { moveId, password }))
  const boss = { ...authUser('p0', 'boss@example.com'), customAttributes: JSON.stringify({ role: 'admin' }) }
  const roles = () => studio.sql`select email, role from accounts where role <> 'user' order by email`

  it("starts only with the admin's own password, also when it is resumed", async () => {
    const { moveId } = await send(exportOf({ users: [boss], collections: people(1) }))
    await runErrands(studio)
    const before = await roles()
    expect(await take(moveId, '')).toEqual({ password: 'passwordRequired' })
    expect(await take(moveId, 'a guess')).toEqual({ password: 'wrongPassword' })
    await runErrands(studio)
    expect(await state()).toMatchObject({ step: 'looked' })
    expect(await roles()).toEqual(before)
    expect(await take(moveId, ADMIN_PASSWORD)).toBe('done')
    await runErrands(studio, undefined, endsAfter(1))
    studio.reported.length = 0
    expect(await state()).toMatchObject({ step: 'stopped', stop: 'failed' })
    expect(await take(moveId, 'a guess')).toEqual({ password: 'wrongPassword' })
    expect(await take(moveId, ADMIN_PASSWORD)).toBe('done')
    await runErrands(studio)
    expect(await roles()).toEqual(expect.arrayContaining([{ email: 'boss@example.com', role: 'admin' }]))
  })

  it('is refused to an admin who has no password', async () => {
    const passwordless = await studio.person('admin')
    await studio.database.transaction((tx) =>
      tx.execute(`delete from credentials where account_id = '${passwordless.accountId}'`),
    )
    const { moveId } = await send(exportOf({ users: [boss], collections: people(1) }))
    await runErrands(studio)
    expect(await take(moveId, 'any', passwordless)).toBe('noPassword')
  })
})

describe('the uploaded files', () => {
  it('are checked only when every part has arrived', async () => {
    const { moveId } = await studio.must(admin, moving.firebaseBegin, {})
    await studio.must(admin, moving.firebasePart, { moveId, file: 'firestore.json', place: 1, part: 'AAAA' })
    const files = { 'firestore.json': { bytes: 10, parts: 2 } }
    expect((await studio.call(admin, moving.firebaseLook, { moveId, files })).body).toMatchObject({
      code: 'importGone',
    })
  })

  it('are deleted after a day, and the report after a week', async () => {
    await send(exportOf({ users: users(1), collections: people(1), key: null }))
    await runErrands(studio)
    await studio.startJobs()
    studio.now += DAY + MINUTE
    await studio.runJobs()
    expect(await parts()).toBe(0)
    expect(await state()).toMatchObject({ step: 'stopped', stop: 'filesGone' })
    studio.now += 7 * DAY
    await studio.runJobs()
    expect(await state()).toBeNull()
  })

  it('leave no password hash in logs, responses or other tables before the import', async () => {
    await send(exportOf({ users: users(2), collections: people(2) }))
    await runErrands(studio)
    expect(await placesOf(studio.database, [EXAMPLE.hash, EXAMPLE.salt, 'jxspr8Ki0RYycVU8'])).toEqual([])
    expect(JSON.stringify(await state())).not.toContain(EXAMPLE.salt)
  })

  it('leave nothing in the report about a person who was deleted', async () => {
    const { moveId } = await send(exportOf({ users: users(2), collections: people(2), key: null }))
    await runErrands(studio)
    await studio.must(admin, moving.firebaseTake, { moveId, password: ADMIN_PASSWORD })
    await runErrands(studio)
    await studio.within(admin, (c) => forgetMoved(c, 'p0', ['dancer0@example.com']))
    const { rows } = await studio.ask(admin, moving.firebaseProblems, { which: 'all', search: '', page: 1 })
    expect(rows.map(({ rowId }) => rowId)).toEqual(['p1'])
  })
})
