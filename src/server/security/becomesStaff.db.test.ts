import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ordersOf } from '#server/operator/orders.ts'
import { authUser, exportOf } from '#server/testing/firebase.ts'
import { runErrands } from '#server/testing/runErrands.ts'
import { ADMIN_PASSWORD, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { moving } from '#studio/moving/contract.ts'

let studio: TestStudio
let admin: Person
let member: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  member = await studio.person('user', { email: 'member@example.ee' })
}, WITH_FEATURES)

/** Each place that writes an account, and what it means for who is staff. */
const writes: Readonly<Record<string, readonly string[]>> = {
  'accounts/server.ts': ['a language'],
  'accounts/server/details.ts': ['a language'],
  'accounts/server/openSession.ts': ['the last sign-in'],
  'accounts/server/people.ts': ['GIVES A ROLE: an admin or the operator', 'a deactivation'],
  'accounts/server/signIn.ts': ['a verified address'],
  'accounts/server/signUp.ts': ['a new member', 'a new member', 'a verified address'],
  'accounts/server/terms.ts': ['accepted terms'],
  'accounts/server/unverified.ts': ['an address'],
  'families/server/links.ts': ['whether a parent dances'],
  'merging/server/merge.ts': ['whose the account is: never of staff', 'a closed account', 'whose it was'],
  'moving/server/csv/save.ts': ['a new member', 'a new member'],
  'moving/server/save.ts': ['GIVES A ROLE: an import from Firebase'],
  'signing/server/address.ts': ['an address'],
}

/** drizzle's and written statements that insert or update accounts. Restoring a backup writes every table. */
const WRITE =
  /\b(?:insert|update)\(accounts\)|\binsertAll\(\s*[\w.]+,\s*accounts\b|\b(?:insert into|update) (?:\$\{accounts\}|"?accounts\b)/gi

it('every place that writes an account is listed with what it means for who is staff', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('server/testing/'),
  )
  const found = files.flatMap((file) => {
    const count = readFileSync(`src/${file}`, 'utf8').match(WRITE)?.length ?? 0
    return count === 0 ? [] : [[file.replace('studio/', ''), count] as const]
  })
  const listed = Object.entries(writes).map(([file, all]) => [file, all.length])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed))
})

async function importFromFirebase() {
  const user = authUser('boss', 'boss@example.com', { customAttributes: '{"role":"admin"}' })
  const people = { users: { boss: { displayName: 'Boss', familyName: 'Tantsija', role: 'admin' } } }
  const { moveId } = await studio.must(admin, moving.firebaseBegin, {})
  const files: Record<string, { bytes: number; parts: number }> = {}
  for (const [file, text] of Object.entries(exportOf({ users: [user], collections: people }))) {
    const part = gzipSync(text).toString('base64')
    await studio.must(admin, moving.firebasePart, { moveId, file: file as 'auth.json', place: 0, part })
    files[file] = { bytes: text.length, parts: 1 }
  }
  await studio.must(admin, moving.firebaseLook, { moveId, files })
  await runErrands(studio)
  await studio.must(admin, moving.firebaseTake, { moveId, password: ADMIN_PASSWORD })
  await runErrands(studio)
}

const staff = async () =>
  (
    await studio.sql<{ personId: string }>`
      select person_id as "personId" from accounts where role <> 'user' and active and person_id is not null`
  ).map(({ personId }) => personId)

type Way = readonly [how: string, act: () => Promise<unknown>, who: () => string]

/** Every way in which somebody becomes staff. */
const ways: readonly Way[] = [
  [
    'an admin gives the role of a teacher',
    () => studio.must(admin, accounts.setRole, { userId: member.userId, role: 'teacher', password: ADMIN_PASSWORD }),
    () => member.userId,
  ],
  [
    'an admin gives the role of an admin',
    () => studio.must(admin, accounts.setRole, { userId: member.userId, role: 'admin', password: ADMIN_PASSWORD }),
    () => member.userId,
  ],
  [
    'the operator gives a role by the command line',
    async () => ordersOf(studio.services)['role']?.(['member@example.ee', 'admin']),
    () => member.userId,
  ],
  ['an export of Firebase says so', importFromFirebase, () => 'boss'],
]

it.each(ways)('%s, and nobody else becomes staff', async (_how, act, who) => {
  const before = await staff()
  await act()
  expect((await staff()).toSorted()).toEqual([...before, who()].toSorted())
})
