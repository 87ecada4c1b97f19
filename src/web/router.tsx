import type { ComponentType } from 'react'
import type { Place } from '#studio/addresses.ts'
import { mayOpen, type Screen as Declared } from '#studio/screen.ts'
import { firstAsksAt, homeOf, screens as declared, type Path } from '#studio/screens.ts'
import type { Steps } from '#web/navigation/history.ts'
import { Router, type Lost, type Screen } from '#web/navigation/Router.ts'
import type { Visit } from '#web/visit.ts'

const files = import.meta.glob<Record<string, ComponentType>>('/src/studio/*/pages/*Page.tsx')

const home = ({ who }: Visit) => homeOf(who.now().kind)

const ask = ({ live, who }: Visit, place: Place) => {
  for (const { name, input } of firstAsksAt(place, who.now().kind)) live.warm(name, input)
}

function screenOf(screen: Declared): Screen {
  const { page } = screen
  return {
    code: async () => {
      const file = await files[`/src/studio/${page}.tsx`]?.()
      const content = file?.[page.slice(page.lastIndexOf('/') + 1)]
      if (!content) throw new Error(`There is no page ${page}.`)
      return content
    },
    guard: ({ who }) => (mayOpen(screen, who.now().kind) ? null : '/'),
    ask,
  }
}

const screens = Object.fromEntries(
  (Object.entries(declared) as [Path, Declared][]).map(([path, screen]) => [path, screenOf(screen)]),
) as Record<Path, Screen>

/** A router of one tab, or of one page that the server draws: its guards know this visit and no other. */
export const routerOf = (visit: Visit, steps: Steps, lost?: Lost) => new Router({ visit, screens, home, steps, lost })
