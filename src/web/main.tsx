import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/styles.css'
import { loadInitial } from '#web/initial.ts'
import { LanguageProvider } from '#web/language.tsx'
import { connection } from '#web/live/useLive.ts'
import { currentMe, onMe, startMe } from '#web/me.ts'
import { router } from '#web/router.tsx'
import { keepShell } from '#web/shell/keepShell.ts'
import { StudioProvider } from '#web/studio.tsx'
import { loadDialogs } from '#web/ui/Dialog.tsx'
import { chosenTheme, showTheme } from '#web/ui/theme.ts'

// asked for before the first text needs them, but after the code, which nothing is drawn without
for (const font of ['1rem Figtree', "700 1rem 'Bricolage Grotesque'"]) void document.fonts.load(font).catch(() => {})
showTheme(chosenTheme())
const initial = await loadInitial()
startMe(initial.me)
for (const { name, input, live } of initial.answers) connection.seed(name, input, live)
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

keepShell()

// what the first click may want, once the first screen has had the line for itself
const QUIET = 2_000
setTimeout(() => void loadDialogs().catch(() => {}), QUIET)
