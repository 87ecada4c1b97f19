import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { EndedHere, endsAfter, endsWithin } from '#server/testing/endsAfter.ts'
import { EXAMPLE, exportOf, writeLargeFirebase } from '#server/testing/firebase.ts'
import { users, whole } from '#server/testing/firebaseStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { rowHashes } from '#server/testing/places.ts'
import { runErrands } from '#server/testing/runErrands.ts'
import { ADMIN_PASSWORD, visitor, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { told } from '#studio/notices/tables.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'
import { moving } from './contract.ts'
import type { ExportFile } from './rules/firebase.ts'

let studio: TestStudio
let admin: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
}, WITH_FEATURES)

type Files = Partial<Record<ExportFile, string>>
const small = () => exportOf({ users: users(), collections: whole() })

/** Uploads files as the screen does, and has them checked. */
async function sent(files: Files = small()) {
  const { moveId } = await studio.must(admin, moving.firebaseBegin, {})
  const parts: Partial<Record<ExportFile, { bytes: number; parts: number }>> = {}
  for (const [file, text] of Object.entries(files) as [ExportFile, string][]) {
    const part = gzipSync(text).toString('base64')
    await studio.must(admin, moving.firebasePart, { moveId, file, place: 0, part })
    parts[file] = { bytes: text.length, parts: 1 }
  }
  await studio.must(admin, moving.firebaseLook, { moveId, files: parts })
  await runErrands(studio)
  return { moveId }
}

/** Uploads, checks and imports; returns the move. */
async function moveIn(files?: Files): Promise<string> {
  const { moveId } = await sent(files)
  await studio.must(admin, moving.firebaseTake, { moveId, password: ADMIN_PASSWORD })
  await runErrands(studio)
  // later deeds get a later time than the import
  studio.now += SECOND
  return moveId
}

async function takeBack(moveId: string) {
  await studio.must(admin, moving.firebaseUndo, { moveId })
  await runErrands(studio)
  return await state()
}

const state = async () => (await studio.ask(admin, moving.firebase, {})).move
const added = async () => (await state())?.rows.reduce((sum, row) => sum + row.added, 0)
const codeOf = async (answer: Promise<{ body: object }>) => (await answer).body

/** Everything in the database except the records of the imports themselves. */
async function kept() {
  const { commands: _commands, firebaseMoves: _moves, logs: _logs, ...hashes } = await rowHashes(studio.database)
  const lines = await studio.sql`select channel, message from logs where message !~ 'from Firebase' order by id`
  return { hashes, lines }
}

/** Kind and id of each row that stays, as the report lists them. */
async function stayed() {
  const { rows } = await studio.ask(admin, moving.firebaseProblems, { which: 'all', search: '', page: 1 })
  return rows.map(({ kind, rowId }) => `${kind} ${rowId}`)
}

/** Kind and id of each imported row that is still here. */
async function here(): Promise<string[]> {
  const found = await studio.sql<{ row: string }>`
    select kind || ' ' || id as row from (
      select 'people' as kind, id from people union select 'classes', id from classes
      union select 'memberships', id from memberships union select 'courses', id from courses
      union select 'schedule', id from schedule union select 'passes', id from purchases
      union select 'courseRegistrations', id from "courseRegistrations"
      union select 'registrations', id from registrations) every
    where id in ('mari', 'kati', 'jazz', 'ten', 'spring', 'e1', 'e2', 'u1', 'c1', 'r1', 'r2')`
  return found.map(({ row }) => row)
}

const SECOND = 1_000

describe('undoing an import from Firebase', () => {
  it('removes everything it added, and the same export can be imported again', async () => {
    const before = await kept()
    const moveId = await moveIn()
    expect(await added()).toBe(15)
    expect(await kept()).not.toEqual(before)
    expect(await takeBack(moveId)).toMatchObject({ step: 'undone', left: 0, isUndone: true, hasFiles: false })
    expect(await added()).toBe(15)
    expect(await kept()).toEqual(before)
    await expectInvariants(studio)
    await moveIn()
    expect(await added()).toBe(15)
    await expectInvariants(studio)
    expect(studio.reported).toEqual([])
  })

  it('resumes by itself wherever it was interrupted, with the same result', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'firebase-'))
    writeLargeFirebase(folder, 20, 600)
    const files = Object.fromEntries(
      (['firestore.json', 'auth.json', 'hash.json'] as const).map((name) => [
        name,
        readFileSync(join(folder, name), 'utf8'),
      ]),
    )
    rmSync(folder, { recursive: true })
    for (const transactions of [0, 1, 3, 7]) {
      await studio.empty()
      admin = await studio.person('admin')
      const before = await kept()
      const moveId = await moveIn(files)
      await studio.must(admin, moving.firebaseUndo, { moveId })
      await expect(runErrands(studio, endsWithin, endsAfter(transactions))).rejects.toThrow(EndedHere)
      studio.reported.length = 0
      expect((await state())?.step).toBe('undoing')
      studio.now += MINUTE
      await runErrands(studio)
      const after = await state()
      expect(after).toMatchObject({ step: 'undone', left: 0 })
      expect(after?.rows.every((row) => row.added === row.found)).toBe(true)
      expect(await kept()).toEqual(before)
      await expectInvariants(studio)
    }
  })

  const deeds: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
    [
      'somebody has signed in',
      () => studio.must(visitor, accounts.signIn, { email: 'kati@example.com', password: EXAMPLE.password }),
      ['people kati'],
    ],
    [
      'a mark was changed at the door',
      () => studio.must(admin, attendance.take, { scheduleId: 'e1', userId: 'mari', value: 'no-show' }),
      ['registrations r1', 'schedule e1', 'classes jazz', 'people mari'],
    ],
    [
      'a payment of a course was confirmed',
      () => studio.must(admin, payments.confirm, { paymentId: 'p3', actualAmount: 6000 }),
      ['courseRegistrations c1', 'courses spring', 'people mari'],
    ],
    [
      'a payment of a pass was confirmed',
      () => studio.must(admin, payments.confirm, { paymentId: 'p2', actualAmount: 4990 }),
      ['passes u1', 'memberships ten', 'people kati'],
    ],
    [
      'somebody else bought what was for sale',
      async () => {
        const buyer = await studio.person()
        const input = { membershipId: 'ten', coverMember: false, paymentMethod: 'cash' } as const
        await studio.must(buyer, memberships.buy, input)
      },
      ['memberships ten'],
    ],
    [
      'somebody else took a place',
      async () => {
        const buyer = await studio.person()
        const input = {
          scheduleId: 'e2',
          userId: buyer.userId,
          coverMember: false,
          paymentMethod: 'cash',
          discountCode: null,
        } as const
        await studio.must(admin, registrations.registerOtherWithDropIn, input)
      },
      ['schedule e2', 'classes jazz'],
    ],
    [
      'a course got a discount code',
      () =>
        studio.must(admin, courses.addDiscountCode, {
          courseId: 'spring',
          code: 'SUVI',
          amount: 500,
          audience: 'others',
        }),
      ['courses spring'],
    ],
    [
      'a membership is sold no more',
      () => studio.must(admin, memberships.setStatus, { membershipId: 'ten', status: 'archived' }),
      ['memberships ten'],
    ],
    [
      'a place was taken away, and its pass has a line of it in its book',
      () => studio.must(admin, attendance.removeRegistration, { scheduleId: 'e2', userId: 'kati' }),
      ['passes u1', 'memberships ten', 'schedule e2', 'classes jazz', 'people kati'],
    ],
  ]
  it.each(deeds)('keeps what was used since and all that it refers to: %s', async (_deed, deed, stays) => {
    const moveId = await moveIn()
    await deed()
    const left = await takeBack(moveId)
    expect((await stayed()).toSorted()).toEqual([...stays].toSorted())
    expect(left?.left).toBe(stays.length)
    expect((await here()).toSorted()).toEqual([...stays].toSorted())
    await expectInvariants(studio)
    expect(studio.reported).toEqual([])
  })

  it('removes a person who has only got letters from the studio', async () => {
    const before = await kept()
    const moveId = await moveIn()
    const about = { accountId: 'kati', personId: 'kati', letter: 'reminder', subject: 'e2' }
    await studio.database.transaction((tx) => tx.insert(told).values({ ...about, version: 1, at: studio.now }))
    expect(await takeBack(moveId)).toMatchObject({ left: 0 })
    expect(await kept()).toEqual(before)
  })

  it('offers a freed place to a person who waits for it', async () => {
    const moveId = await moveIn()
    const [taker, waiter] = [await studio.person(), await studio.person()]
    const place = { scheduleId: 'e2', userId: taker.userId, coverMember: false, paymentMethod: 'cash' } as const
    await studio.must(admin, registrations.registerOtherWithDropIn, { ...place, discountCode: null })
    await studio.must(waiter, waiting.join, { kind: 'class', id: 'e2', takeWith: null })
    await takeBack(moveId)
    expect(await stayed()).toEqual(['schedule e2', 'classes jazz'])
    expect(await studio.sql`select user_id, state from waiting`).toEqual([{ user_id: waiter.userId, state: 'offered' }])
    await expectInvariants(studio)
  })

  it('removes a half-finished import after a failure', async () => {
    const before = await kept()
    const { moveId } = await sent()
    await studio.must(admin, moving.firebaseTake, { moveId, password: ADMIN_PASSWORD })
    await runErrands(studio, undefined, endsAfter(5))
    expect(await state()).toMatchObject({ step: 'stopped', stop: 'failed' })
    studio.reported.length = 0
    expect(await takeBack(moveId)).toMatchObject({ step: 'undone', left: 0 })
    expect(await kept()).toEqual(before)
  })

  it('either removes a class or keeps it with a place that is taken at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      await studio.empty()
      admin = await studio.person('admin')
      const { userId } = await studio.person()
      const moveId = await moveIn()
      await studio.must(admin, moving.firebaseUndo, { moveId })
      const place = { scheduleId: 'e2', userId, coverMember: false, paymentMethod: 'cash', discountCode: null } as const
      const [outcome] = await Promise.all([
        studio.call(admin, registrations.registerOtherWithDropIn, place),
        runErrands(studio),
      ])
      // if the two collided, the undo resumes after its lease
      studio.now += MINUTE
      await runErrands(studio)
      expect(await state()).toMatchObject({ step: 'undone' })
      const stays = outcome.body.ok ? ['classes jazz', 'schedule e2'] : []
      expect((await here()).toSorted()).toEqual(stays)
      await expectInvariants(studio)
    }
  })

  it('is possible for two minutes, runs once if two admins start it, and keeps its report meanwhile', async () => {
    const late = await moveIn()
    expect(await state()).toMatchObject({ undoableUntil: studio.now - SECOND + 2 * MINUTE })
    studio.now += 2 * MINUTE - SECOND
    expect(await codeOf(studio.call(admin, moving.firebaseUndo, { moveId: late }))).toMatchObject({ code: 'undoOver' })
    await studio.must(admin, moving.firebaseForget, { moveId: late })
    expect(await codeOf(studio.call(admin, moving.firebaseUndo, { moveId: late }))).toMatchObject({
      code: 'importGone',
    })

    await studio.empty()
    admin = await studio.person('admin')
    const other = await studio.person('admin')
    const moveId = await moveIn()
    await Promise.all([admin, other].map((one) => studio.must(one, moving.firebaseUndo, { moveId })))
    expect(await codeOf(studio.call(admin, moving.firebaseForget, { moveId }))).toMatchObject({ code: 'importRuns' })
    expect(await codeOf(studio.call(admin, moving.firebaseBegin, {}))).toMatchObject({ code: 'importRuns' })
    studio.now += 5 * MINUTE
    await runErrands(studio)
    expect(await state()).toMatchObject({ step: 'undone', left: 0 })
  })
})
