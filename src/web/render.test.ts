import { afterAll, beforeAll, expect, it } from 'vitest'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { TestStudio, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { mailings } from '#studio/mailings/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { signing } from '#studio/signing/contract.ts'
import { DASHBOARD_WEEKS, FIRST_WEEKS } from '#studio/registrations/rules.ts'
import { settings } from '#studio/settings/contract.ts'
import { firstAsksAt } from '#studio/screens.ts'
import type { FirstAnswer, Initial } from './initial.ts'
import type { Live } from './live/connection.ts'
import { GivenAnswers } from './live/GivenAnswers.ts'
import { Who } from './me.ts'
import { drawVisit, render } from './render.tsx'

const PEOPLE = 12
const paths = ['/dashboard', '/classes', '/login'] as const

let studio: TestStudio
/** The pages of each person; every name of a class or person in them contains that person's mark. */
const pages: { initial: Initial; path: string; number: number }[] = []

beforeAll(async () => {
  studio = await TestStudio.open()
  const admin = await studio.person('admin')
  const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 100, standardPrice: 1500 })
  const person = await studio.person('user')
  await studio.must(person, registrations.registerWithDropIn, dropIn(scheduleId))
  for (const path of paths) {
    const initial = await initialOf(person, path)
    for (let number = 0; number < PEOPLE; number++) pages.push({ initial: asIf(initial, number), path, number })
    // the first call loads the code of the screens
    await render(initial, path)
  }
  pages.sort((a, b) => a.number - b.number)
})
afterAll(() => studio.close())

/** The dot keeps `mark7.` from matching within `mark17.`. */
const markOf = (number: number) => `mark${number}.`
const marksIn = (text: string) => new Set([...text.matchAll(/mark(\d+)\./g)].map(([, number]) => Number(number)))

/** The same page data with another person's mark. */
function asIf(initial: Initial, number: number): Initial {
  const marked = JSON.parse(JSON.stringify(initial).replaceAll('Girls beginners', markOf(number))) as Initial
  return { ...marked, language: number % 2 ? 'et' : 'en', phone: number % 3 === 0 }
}

async function initialOf(person: Person, path: (typeof paths)[number]): Promise<Initial> {
  const queries = {
    'registrations.mine': () => studio.ask(person, registrations.mine, {}),
    'registrations.absentFrom': () => studio.ask(person, registrations.absentFrom, {}),
    'registrations.upcoming': () =>
      studio.ask(person, registrations.upcoming, { weeks: path === '/classes' ? FIRST_WEEKS : DASHBOARD_WEEKS }),
    'registrations.nextIncluded': () => studio.ask(person, registrations.nextIncluded, {}),
    'courses.mine': () => studio.ask(person, courses.mine, {}),
    'courses.available': () => studio.ask(person, courses.available, {}),
    'payments.mine': () => studio.ask(person, payments.mine, {}),
    'memberships.mine': () => studio.ask(person, memberships.mine, {}),
    'mailings.mine': () => studio.ask(person, mailings.mine, {}),
    'signing.provider': () => studio.ask(person, signing.provider, {}),
  }
  const asks = firstAsksAt({ path, search: {}, id: '' }, 'user', [])
  const answers = await Promise.all(
    asks.map(async ({ name, input }): Promise<FirstAnswer> => {
      const answer: unknown = await queries[name as keyof typeof queries]()
      return { name, input, live: { state: 'ready', answer } }
    }),
  )
  const me = await studio.ask(person, accounts.me, {})
  const { baseUrl, timeZone } = studio.services.settings
  return {
    studio: { address: baseUrl, timeZone, version: '1', build: '' },
    shown: await studio.ask(person, settings.shown, {}),
    // the sign-in screen is a guest's: it shows the address that needs verification
    me:
      path === '/login'
        ? { ...me, kind: 'unverified', email: 'Girls beginners' }
        : { ...me, displayName: 'Girls beginners', familyName: '' },
    language: 'en',
    theme: 'system',
    now: studio.now,
    phone: false,
    betaHidden: false,
    hasAdmin: true,
    asOf: studio.now,
    answers,
  }
}

it('renders screens of many people concurrently without mixing in data of another person', async () => {
  const drawn = await Promise.all(
    pages.map(async (page) => ({ ...page, drawn: await render(page.initial, page.path) })),
  )
  for (const { drawn: screen, number, path, initial } of drawn) {
    const html = screen?.html ?? ''
    expect([...marksIn(html)], path).toEqual([number])
    expect(html.includes(initial.language === 'et' ? 'Otse sisu juurde' : 'Skip to content'), path).toBe(true)
  }
})

it('would detect mixed-up data: with a shared store of answers the same check finds it', async () => {
  let answers: ReadonlyMap<string, Live<unknown>> = new Map()
  const shared = new (class extends GivenAnswers {
    override current(name: string, input: unknown): Live<unknown> {
      return answers.get(name + JSON.stringify(input)) ?? { state: 'loading' }
    }
  })([])
  const drawn = await Promise.all(
    pages.map(async ({ initial, path, number }) => {
      const me: FirstAnswer = { name: accounts.me.name, input: {}, live: { state: 'ready', answer: initial.me } }
      answers = new Map([...initial.answers, me].map((each) => [each.name + JSON.stringify(each.input), each.live]))
      const screen = await drawVisit(
        initial,
        { live: shared, who: new Who(shared, initial.me), featuresOn: () => [] },
        path,
      )
      return { screen, number }
    }),
  )
  const foreign = drawn.filter(({ screen, number }) => [...marksIn(screen?.html ?? '')].some((mark) => mark !== number))
  expect(foreign.length).toBeGreaterThan(PEOPLE / 2)
})

it('renders nothing for a screen that this person may not open', async () => {
  const [page] = pages
  if (!page) throw new Error('There is no page.')
  expect(await render({ ...page.initial, me: { ...page.initial.me, kind: 'visitor' } }, '/dashboard')).toBeNull()
  expect(await render(page.initial, '/somewhere')).toBeNull()
})

it('renders the notices that stand above a screen, so that they do not move it when they appear', async () => {
  const [page] = pages
  if (!page) throw new Error('There is no page.')
  const { initial, path } = page
  expect((await render(initial, path))?.html).not.toMatch(/This studio has no admin yet|Set it up/)
  const ofNew = await render({ ...initial, language: 'en', hasAdmin: false }, path)
  expect(ofNew?.html).toContain('This studio has no admin yet')
  const ofStaff = await render({ ...initial, language: 'en', me: { ...initial.me, needsSecondStep: true } }, path)
  expect(ofStaff?.html).toContain('Set it up')
})

it('writes no style or script into a page, as its Content-Security-Policy would block it', async () => {
  for (const { initial, path } of pages.slice(0, paths.length)) {
    const screen = await render(initial, path)
    expect(screen).not.toBeNull()
    expect(/ style=|<style|<script/.exec(screen?.html ?? 'nothing was drawn')).toBeNull()
  }
})

const ofPerson = async (person: Person) => {
  const initial = await initialOf(person, '/dashboard')
  return async (bankAccount: Initial['shown']['bankAccount'], path = '/dashboard', language: 'en' | 'et' = 'en') => {
    const drawn = await render({ ...initial, language, shown: { ...initial.shown, bankAccount } }, path)
    return drawn?.html.replaceAll('<!-- -->', '') ?? 'nothing was drawn'
  }
}

it('asks people who owe a transfer to contact the studio while it has no bank account, and shows no account number', async () => {
  const admin = await studio.person('admin')
  const person = await studio.person('user')
  const { scheduleId } = await anEntry(studio, admin, { standardPrice: 1500 })
  await studio.must(person, registrations.registerWithDropIn, { ...dropIn(scheduleId), paymentMethod: 'bankTransfer' })
  const screen = await ofPerson(person)
  expect(await screen({ holder: 'Stuudio OÜ', iban: 'EE471000001020145685' })).toContain('EE47 1000 0010 2014 5685')
  const without = await screen(null)
  expect(without).toContain('Please ask the studio where to transfer the money:')
  expect(without).toMatch(/<a href="mailto:abi@stuudio\.example"[^>]*>abi@stuudio\.example<\/a>/)
  expect(without).toContain('Mark as paid')
  expect(without).not.toMatch(/EE\d\d|Bank details/)
})

it('tells only admins that bank transfer is not offered, and which setting is missing', async () => {
  const admin = await ofPerson(await studio.person('admin'))
  const teacher = await ofPerson(await studio.person('teacher'))
  const user = await ofPerson(await studio.person('user'))
  for (const path of ['/dashboard', '/admin/payments']) {
    expect(await admin(null, path)).toContain('Bank Transfer is not offered')
    expect(await admin(null, path)).toContain('Please enter it in the settings.')
    expect(await admin(null, path, 'et')).toContain('Palun sisesta see seadetes.')
    expect(await admin({ holder: 'Stuudio OÜ', iban: 'EE471000001020145685' }, path)).not.toContain('in the settings')
    expect(await teacher(null, path)).not.toContain('in the settings')
  }
  expect(await user(null)).not.toContain('in the settings')
})
