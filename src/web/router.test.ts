import { createMemoryHistory, linkOptions } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import type { Me } from '#studio/accounts/contract.ts'
import type { CallerKind } from '#studio/accounts/rules.ts'
import { mayOpen } from '#studio/screen.ts'
import { screens, type Path } from '#studio/screens.ts'
import { GivenAnswers } from '#web/live/GivenAnswers.ts'
import { Who } from '#web/me.ts'
import { routerOf } from './router.tsx'

/** The id of the route shown at an address, or undefined where the router redirects. */
async function shownAt(address: string, kind: CallerKind): Promise<string | undefined> {
  const live = new GivenAnswers([])
  const visit = { live, who: new Who(live, { kind } as Me), featuresOn: () => [] }
  const router = routerOf(visit, createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  return router.state.matches.at(-1)?.fullPath
}

it.each(['visitor', 'unverified', 'user', 'teacher', 'admin'] as const)(
  'shows a %s all of their screens and no others',
  async (kind) => {
    for (const path of Object.keys(screens) as Path[]) {
      const shown = await shownAt(path.replace('$id', 'x'), kind)
      expect(shown, path).toBe(mayOpen(screens[path], kind, []) ? path : undefined)
    }
  },
)

it('redirects from "/", from unknown addresses and from other spellings', async () => {
  for (const address of [
    '/',
    '/nothing/here',
    '/Login/',
    '/login?page=7',
    '/verify-email#token=abc',
    '/verify-email?token=abc',
  ]) {
    expect(await shownAt(address, 'visitor'), address).toBeUndefined()
  }
})

it('rejects links to unknown screens at compile time', () => {
  linkOptions({ to: '/classes', search: { weeks: 8 } })
  linkOptions({ to: '/admin/users/$id', params: { id: 'x' } })
  // @ts-expect-error -- there is no such screen
  linkOptions({ to: '/nowhere' })
  // @ts-expect-error -- weeks are a number
  linkOptions({ to: '/classes', search: { weeks: 'many' } })
  // @ts-expect-error -- whose page?
  linkOptions({ to: '/admin/users/$id' })
})
