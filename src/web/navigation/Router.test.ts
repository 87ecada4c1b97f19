import { expect, it } from 'vitest'
import type { Me } from '#studio/accounts/contract.ts'
import { GivenAnswers } from '#web/live/GivenAnswers.ts'
import { Who } from '#web/me.ts'
import type { Visit } from '#web/visit.ts'
import { addressOf } from '#studio/addresses.ts'
import { screens as declared, type Path } from '#studio/screens.ts'
import type { Entry, Steps } from './history.ts'
import { Router, type Screen } from './Router.ts'

const Drawn = () => null

/** A browser's history, as far as the router knows one. */
class Walked implements Steps {
  readonly entries: Entry[]
  at = 0
  #moved = () => {}

  constructor(address: string) {
    this.entries = [{ address, said: {}, key: 'first' }]
  }

  readonly now = () => this.entries[this.at] as Entry
  readonly write = (entry: Entry, how: 'push' | 'replace') => {
    if (how === 'push') this.at++
    this.entries.splice(this.at, how === 'push' ? Infinity : 1, entry)
  }
  readonly onMove = (listener: () => void) => {
    this.#moved = listener
  }
  back(): void {
    this.at--
    this.#moved()
  }
  get addresses(): string[] {
    return this.entries.map(({ address }) => address)
  }
}

function routerAt(address: string, special: Partial<Record<Path, Partial<Screen>>> = {}) {
  const steps = new Walked(address)
  const live = new GivenAnswers([])
  const visit: Visit = { live, who: new Who(live, {} as Me) }
  const paths = Object.keys(declared) as Path[]
  const plain = (path: Path): Screen => ({ code: () => Promise.resolve(Drawn), ...special[path] })
  const screens = Object.fromEntries(paths.map((path) => [path, plain(path)])) as Record<Path, Screen>
  return { steps, router: new Router({ visit, screens, home: () => '/login', steps }) }
}

/** Code that comes when it is let. */
function held() {
  let come = () => {}
  let fail = () => {}
  const code = () =>
    new Promise<typeof Drawn>((resolve, reject) => {
      come = () => resolve(Drawn)
      fail = () => reject(new Error('offline'))
    })
  return { code, come: () => come(), fail: () => fail() }
}

it('leads on from "/", from addresses that are none, and from closed doors, and puts the address right', async () => {
  for (const address of ['/', '/nothing/here', '/admin/users', '/Login/?page=7']) {
    const { router, steps } = routerAt(address, { '/admin/users': { guard: () => '/' } })
    await router.load()
    expect(router.view.place.path, address).toBe('/login')
    expect(steps.addresses).toEqual(['/login'])
  }
})

it('shows a screen once its code is there, and the address at once', async () => {
  const slow = held()
  const { router, steps } = routerAt('/login', { '/classes': slow })
  await router.load()
  const going = router.go({ to: '/classes', search: { weeks: 8 } })
  expect(steps.addresses).toEqual(['/login', '/classes?weeks=8'])
  expect([router.view.place.path, router.isLoading]).toEqual(['/login', true])
  slow.come()
  await going
  expect([router.view.place.search, router.isLoading]).toEqual([{ weeks: 8 }, false])
})

it('shows what was wanted last, whichever comes first', async () => {
  const slow = held()
  const { router } = routerAt('/login', { '/classes': slow })
  await router.load()
  const going = router.go({ to: '/classes' })
  await router.go({ to: '/register' })
  slow.come()
  await going
  expect([router.view.place.path, router.isLoading]).toEqual(['/register', false])
})

it('says that a screen could not be fetched, and fetches it again when it is wanted again', async () => {
  const slow = held()
  const { router } = routerAt('/login', { '/classes': slow })
  await router.load()
  const going = router.go({ to: '/classes' })
  slow.fail()
  await going
  expect([router.view.content, router.isLoading]).toEqual(['failed', false])
  const again = router.go({ to: '/classes' })
  slow.come()
  await again
  expect(router.view.content).toBe(Drawn)
})

it('goes back to what a step said, and does not make a step of the same address twice', async () => {
  const { router, steps } = routerAt('/login')
  await router.load()
  await router.go({ to: '/login' }, { state: { form: 'resend' } })
  await router.go({ to: '/register' })
  await router.go({ to: '/classes' }, { replace: true })
  expect(steps.addresses).toEqual(['/login', '/classes'])
  steps.back()
  expect(router.view).toMatchObject({ place: { path: '/login' }, said: { form: 'resend' } })
})

it('asks the guards again when somebody else is here', async () => {
  let open = true
  const { router, steps } = routerAt('/admin/logs', { '/admin/logs': { guard: () => (open ? null : '/') } })
  await router.load()
  router.recheck()
  expect(router.view.place.path).toBe('/admin/logs')
  open = false
  router.recheck()
  await expect.poll(() => router.view.place.path).toBe('/login')
  expect(steps.addresses).toEqual(['/login'])
})

it('asks for a screen’s answers before its code is there, and tells nobody when fetching ahead fails', async () => {
  const asked: string[] = []
  const failing: Screen = {
    code: () => Promise.reject(new Error('offline')),
    ask: (_, place) => asked.push(`${place.path} ${place.id}`),
  }
  const { router } = routerAt('/login', { '/admin/users/$id': failing })
  await router.load()
  router.preload('/admin/users/7')
  expect(asked).toEqual(['/admin/users/$id 7'])
  await Promise.resolve()
  expect(router.view.place.path).toBe('/login')
})

it.each(['/verify-email#token=abc', '/verify-email?token=abc', '/Verify-Email/?token=abc&x=1#top'])(
  "takes a letter's token out of %s at once, and keeps it for the screen and a reload",
  async (address) => {
    const { router, steps } = routerAt(address)
    expect(steps.addresses).toEqual(['/verify-email'])
    await router.load()
    expect(router.view.said).toEqual({ token: 'abc' })
    expect(addressOf(router.view.place)).toBe('/verify-email')
    expect(steps.now().said).toEqual({ token: 'abc' })
    await router.go({ to: '/login' })
    expect(router.view.said).toEqual({})
  },
)
