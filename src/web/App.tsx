import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { Initial } from '#web/initial.ts'
import { LanguageProvider } from '#web/language.tsx'
import { LiveSourceContext } from '#web/live/source.ts'
import { WhoContext } from '#web/me.ts'
import type { AppRouter } from '#web/router.tsx'
import { StudioProvider } from '#web/studio.tsx'
import type { Visit } from '#web/visit.ts'

/** The whole application, rendered in the browser and on the server alike. */
export function App(props: { initial: Initial; visit: Visit; router: AppRouter }) {
  const { initial, visit, router } = props
  return (
    <StrictMode>
      <LanguageProvider initial={initial.language}>
        <LiveSourceContext value={visit.live}>
          <StudioProvider initial={initial}>
            <WhoContext value={visit.who}>
              <RouterProvider router={router} />
            </WhoContext>
          </StudioProvider>
        </LiveSourceContext>
      </LanguageProvider>
    </StrictMode>
  )
}
