import { afterAll, beforeAll, expect, it } from 'vitest'
import { aCourse, anEntry, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { TestStudio, visitor, type Person } from '#server/testing/studio.ts'
import { classes } from '#studio/classes/contract.ts'
import { families } from '#studio/families/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { firstScreenOf } from './firstScreen.ts'

let studio: TestStudio
let admin: Person
beforeAll(async () => {
  studio = await TestStudio.open()
  admin = await studio.person('admin')
  const form = { name: 'Hip hop', description: '', defaultMaxParticipants: 10, categories: ['Girl Group'] }
  await studio.must(admin, classes.create, form)
})
afterAll(() => studio.close())

/** The page's data for this person at a URL. */
async function screenFor(person: Person, url: string) {
  const request = {
    sessionToken: person.sessionToken,
    address: '',
    deviceInfo: '',
    language: 'en',
    theme: 'system',
    phone: false,
    betaHidden: false,
  } as const
  const screen = await firstScreenOf(studio.services, request, url)
  const { answers } = screen.data as { answers: { name: string; input: unknown; live: { state: string } }[] }
  return { ...screen, answers: new Map(answers.map(({ name, live }) => [name, live])), inputs: answers }
}
const answersFor = async (person: Person, url: string) => (await screenFor(person, url)).answers

it('sends a visitor the classes and courses, and refuses a query for members', async () => {
  const answers = await answersFor(visitor, '/classes')
  expect(answers.get('registrations.upcoming')).toEqual({ state: 'ready', answer: { entries: [], more: false } })
  expect(answers.get('payments.mine')).toEqual({ state: 'refused', code: 'signInNeeded' })
  expect(answers.has('registrations.mine')).toBe(false)
})

it('sends nobody a result that they have no access to', async () => {
  const member = await studio.person('user')
  for (const person of [visitor, member]) {
    const answers = await answersFor(person, '/admin/classes')
    expect([...answers.values()].map(({ state }) => state)).toEqual(['refused'])
  }
  const [seen] = (await answersFor(admin, '/admin/classes')).values()
  expect(seen).toMatchObject({ state: 'ready', answer: { total: 1, rows: [{ name: 'Hip hop' }] } })
})

it('sends the results of the home screen at /, and renders it', async () => {
  for (const person of [admin, visitor]) {
    const home = person === admin ? '/dashboard' : '/login'
    const [at, of] = [await screenFor(person, '/'), await screenFor(person, home)]
    expect(at.answers).toEqual(of.answers)
    expect([at.drawn, at.page]).toEqual([home, of.page])
  }
})

it('renders a URL with search parameters from the results for those parameters', async () => {
  const { drawn, inputs } = await screenFor(admin, '/admin/users?page=2&order=asc&unknown=1')
  expect(drawn).toBe('/admin/users?page=2&order=asc')
  expect(inputs[0]?.input).toEqual({ search: '', sort: 'created', order: 'asc', page: 2 })
  expect((await screenFor(visitor, '/classes?weeks=8')).inputs[0]?.input).toEqual({ weeks: 8 })
  expect((await screenFor(admin, '/memberships/?show=fitness')).drawn).toBe('/memberships?show=fitness')
})

it("sends only a guardian the children's plans with the page", async () => {
  const guardian = await studio.person()
  const about = async (person: Person) => {
    const asked = (await screenFor(person, '/dashboard')).inputs.filter(({ name }) => name === 'registrations.mine')
    return asked.map(({ input, live }) => [input, live])
  }
  const own = [{}, { state: 'ready', answer: [] }]
  expect(await about(guardian)).toEqual([own])
  await saveSettings(studio, admin, 'features', { families: true })
  const child = { displayName: 'Luule', familyName: 'Kask', dob: '2016-05-05' }
  const { personId } = await studio.must(guardian, families.addChild, child)
  const { scheduleId } = await anEntry(studio, admin)
  await studio.must(guardian, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
  expect(await about(guardian)).toEqual([own, [{ personId }, { state: 'ready', answer: [expect.anything()] }]])
  expect((await answersFor(guardian, '/dashboard')).get('families.mine')).toMatchObject({
    state: 'ready',
    answer: { people: [{ own: true }, { personId }] },
  })
  expect(await about(await studio.person())).toEqual([own])
})

it('renders the page of one class or course for visitors only, and leaves it to the browser for signed-in people', async () => {
  const { scheduleId } = await anEntry(studio, admin)
  const courseId = await aCourse(studio, admin)
  const unverified = await studio.person('unverified')
  for (const path of [`/class/${scheduleId}`, `/course/${courseId}`]) {
    const { drawn, answers } = await screenFor(visitor, `${path}?lang=et`)
    expect(drawn).toBe(path)
    const [first] = answers.values()
    expect(first).toMatchObject({ state: 'ready', answer: { id: expect.anything() as unknown } })
    for (const person of [await studio.person(), unverified, admin]) {
      const left = await screenFor(person, path)
      expect([left.drawn, left.answers.size]).toEqual([null, 0])
    }
  }
  // a missing class is rendered too, as not found
  expect((await screenFor(visitor, '/class/none')).drawn).toBe('/class/none')
  expect((await screenFor(visitor, `/admin/class-details/${scheduleId}`)).drawn).toBeNull()
})

it('leaves URLs with arbitrary text, and unknown URLs, to the browser', async () => {
  const written = ['users?search=kask', 'memberships?search=kask', 'class-registrants?entry=kask', 'users/kask']
  const urls = [
    ...written.map((path) => `/admin/${path}`),
    '/class/kask',
    '/classes?category=kask',
    '/verify-email?token=kask',
  ]
  for (const url of [...urls, '/somewhere', '/constructor', '//[', '*', '']) {
    const { drawn, answers } = await screenFor(admin, url)
    expect([drawn, answers.size], url).toEqual([null, 0])
  }
})

it('reports no errors in these tests', () => {
  expect(studio.reported).toEqual([])
})
