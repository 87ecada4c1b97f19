import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestStudio, visitor, type Person } from '#server/testing/studio.ts'
import { classes } from '#studio/classes/contract.ts'
import { firstAnswers, pageAt } from './firstScreen.ts'

let studio: TestStudio
let admin: Person
beforeAll(async () => {
  studio = await TestStudio.open()
  admin = await studio.person('admin')
  const form = { name: 'Hip hop', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
  await studio.must(admin, classes.create, form)
})
afterAll(() => studio.close())

async function answersFor(person: Person, url: string) {
  const { services, database, now } = studio
  const caller = await services.identify(database.read, person.sessionToken, now)
  const answers = await firstAnswers(services, caller, url)
  return new Map(answers.map(({ name, live }) => [name, live]))
}

it("gives a visitor the classes and courses, and says what only a member's answer would be", async () => {
  const answers = await answersFor(visitor, '/classes')
  expect(answers.get('registrations.upcoming')).toEqual({ state: 'ready', answer: { entries: [], more: false } })
  expect(answers.get('courses.mine')).toEqual({ state: 'refused', code: 'signInNeeded' })
  expect(answers.has('registrations.mine')).toBe(false)
})

it('gives nobody an answer that they may not have', async () => {
  const member = await studio.person('user')
  for (const person of [visitor, member]) {
    const answers = await answersFor(person, '/admin/classes')
    expect([...answers.values()].map(({ state }) => state)).toEqual(['refused'])
  }
  const [seen] = (await answersFor(admin, '/admin/classes')).values()
  expect(seen).toMatchObject({ state: 'ready', answer: { total: 1, rows: [{ name: 'Hip hop' }] } })
})

it("gives the home screen's answers at /, and none where the address says more than its path", async () => {
  expect([...(await answersFor(admin, '/')).keys()]).toEqual([...(await answersFor(admin, '/dashboard')).keys()])
  expect((await answersFor(visitor, '/')).size).toBe(0)
  for (const url of ['/classes?weeks=6', '/dashboard?', '/somewhere', '/constructor', '']) {
    expect((await answersFor(admin, url)).size, url).toBe(0)
  }
})

it('names a file that exists for each screen, of those that the router loads', async () => {
  const { services, database, now } = studio
  const caller = await services.identify(database.read, admin.sessionToken, now)
  const router = readFileSync('src/web/router.tsx', 'utf8')
  for (const path of ['/', '/login', '/classes', '/dashboard', '/memberships', '/admin/users', '/admin/courses']) {
    const page = pageAt(path, caller) ?? ''
    expect(existsSync(page), `${path}: ${page}`).toBe(true)
    expect(router).toContain(`#${page.slice('src/'.length)}`)
  }
  expect(pageAt('/somewhere', caller)).toBeUndefined()
  expect(studio.reported).toEqual([])
})
