import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeFirebase } from '#server/testing/firebase.ts'
import { user, users, whole } from '#server/testing/firebaseStudio.ts'
import type { TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { ordersOf } from './orders.ts'

let studio: TestStudio
let folder: string

studioForEach(async (empty) => {
  studio = empty
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'))
  // one of them is named in the report
  writeFirebase(folder, {
    users: users(),
    collections: { ...whole(), users: { mari: user('Mari', { role: 'queen' }) } },
  })
})
afterEach(() => rmSync(folder, { recursive: true }))

const said = async () => {
  const answer = await ordersOf(studio.services)['import']?.([folder, '--apply'])
  return `${answer?.ok} ${answer?.line}`
}

it('an import whose report can not be opened ends with words, and the server runs on', async () => {
  mkdirSync(join(folder, 'import-report.csv'))
  expect(await said()).toMatch(
    /^false \S+import-report\.csv can't be written: EISDIR.*\. Mend that and run it again: nothing/,
  )
})

it('an import whose report finds the disk full ends with words, and the server runs on', async ({ skip }) => {
  if (!existsSync('/dev/full')) return skip('This system has no disk that is always full.')
  symlinkSync('/dev/full', join(folder, 'import-report.csv'))
  expect(await said()).toMatch(/^false .*can't be written: ENOSPC/)
})
