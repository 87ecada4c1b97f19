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
  // one of them appears in the report
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

it('an import that cannot open its report ends with a message, and the server keeps running', async () => {
  mkdirSync(join(folder, 'import-report.csv'))
  expect(await said()).toMatch(
    /^false \S+import-report\.csv can't be written: EISDIR.*\. Mend that and run it again: nothing/,
  )
})

it('an import that finds the disk full at its report ends with a message, and the server keeps running', async ({
  skip,
}) => {
  if (!existsSync('/dev/full')) return skip('This system has no disk that is always full.')
  symlinkSync('/dev/full', join(folder, 'import-report.csv'))
  expect(await said()).toMatch(/^false .*can't be written: ENOSPC/)
})
