// The server's entry point: renders one page of the application (called by server/http/drawing.ts).
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { accounts } from '#studio/accounts/calls.ts'
import { App } from '#web/App.tsx'
import type { Initial } from '#web/initial.ts'
import { GivenAnswers } from '#web/live/GivenAnswers.ts'
import { Who } from '#web/me.ts'
import { routerOf } from '#web/router.tsx'
import { loadNotices } from '#web/shell/Shell.tsx'
import { NoteTitleContext } from '#web/ui/UiProvider.tsx'
import type { Visit } from '#web/visit.ts'

interface Drawn {
  readonly html: string
  readonly title: string
}

/**
 * Renders the screen at an address to HTML, with its title; null where the router redirects. All data of the person is
 * in objects made for this one page, and the rendering itself is one synchronous step.
 */
export function render(initial: Initial, address: string): Promise<Drawn | null> {
  const live = new GivenAnswers([
    ...initial.answers,
    { name: accounts.me.name, input: {}, live: { state: 'ready', answer: initial.me } },
  ])
  return drawVisit(initial, { live, who: new Who(live, initial.me), featuresOn: () => initial.shown.features }, address)
}

/** As `render`, with a visit made for this page only. */
export async function drawVisit(initial: Initial, visit: Visit, address: string): Promise<Drawn | null> {
  const router = routerOf(visit, createMemoryHistory({ initialEntries: [address] }))
  await Promise.all([router.load(), loadNotices(initial)])
  const { location, matches } = router.state
  if (matches.length === 0 || location.href !== address) return null
  if (matches.some(({ status }) => status !== 'success')) throw new Error(`${address} could not be loaded.`)
  let title = ''
  const html = renderToString(
    <NoteTitleContext value={(text) => (title = text)}>
      <App initial={initial} visit={visit} router={router} />
    </NoteTitleContext>,
  )
  // React's marker for a part that failed to render
  if (html.includes('<!--$!-->')) throw new Error('A part of the screen could not be drawn.')
  return { html, title }
}
