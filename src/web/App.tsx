import { StrictMode } from 'react'
import type { Initial } from '#web/initial.ts'
import { LanguageProvider } from '#web/language.tsx'
import { LiveSourceContext } from '#web/live/source.ts'
import { WhoContext } from '#web/me.ts'
import { Guarded, RouterProvider } from '#web/navigation/Outlet.tsx'
import type { Router, View } from '#web/navigation/Router.ts'
import { RouteProblem } from '#web/shell/routeStates.tsx'
import { Shell } from '#web/shell/Shell.tsx'
import { StudioProvider } from '#web/studio.tsx'
import type { Visit } from '#web/visit.ts'

const nothing = () => {}

/** The whole application: the same in the browser as where the server draws a page of it. */
export function App(props: {
  initial: Initial
  visit: Visit
  router: Router
  /** What is drawn at first: the router may be further by then. */
  view: View
  onView?: (view: View) => void
}) {
  const { initial, visit, router, view, onView = nothing } = props
  return (
    <StrictMode>
      <LanguageProvider initial={initial.language}>
        <StudioProvider initial={initial}>
          <LiveSourceContext value={visit.live}>
            <WhoContext value={visit.who}>
              <RouterProvider router={router} first={view} onView={onView}>
                <Guarded problem={<RouteProblem />}>
                  <Shell />
                </Guarded>
              </RouterProvider>
            </WhoContext>
          </LiveSourceContext>
        </StudioProvider>
      </LanguageProvider>
    </StrictMode>
  )
}
