import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/styles.css'
import { loadInitial } from '#web/initial.ts'
import { LanguageProvider } from '#web/language.tsx'
import { connection } from '#web/live/useLive.ts'
import { currentMe, onMe, startMe } from '#web/me.ts'
import { router } from '#web/router.tsx'
import { StudioProvider } from '#web/studio.tsx'
import { chosenTheme, showTheme } from '#web/ui/theme.ts'

showTheme(chosenTheme())
const initial = await loadInitial()
startMe(initial.me)
connection.start()

// Guards ask again whenever who is here, or as what, has changed: a demoted teacher leaves the desk at once.
let kind = currentMe().kind
onMe((me) => {
  if (me.kind !== kind) void router.invalidate()
  kind = me.kind
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <LanguageProvider initial={initial.language}>
      <StudioProvider initial={initial}>
        <RouterProvider router={router} />
      </StudioProvider>
    </LanguageProvider>
  </StrictMode>,
)
