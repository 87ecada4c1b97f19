import { createRoot, hydrateRoot } from 'react-dom/client'
import '#web/styles.css'
import { App } from '#web/App.tsx'
import { loadInitial } from '#web/initial.ts'
import { accounts } from '#studio/accounts/calls.ts'
import { addressOf } from '#studio/addresses.ts'
import { connection } from '#web/live/useLive.ts'
import { Who } from '#web/me.ts'
import { anew } from '#web/navigation/anew.ts'
import { browserSteps } from '#web/navigation/history.ts'
import { Scrolled } from '#web/navigation/scroll.ts'
import { routerOf } from '#web/router.tsx'
import { keepShell } from '#web/shell/keepShell.ts'
import { loadDialogs } from '#web/ui/Dialog.tsx'
import { takeEarly } from '#web/ui/early.ts'
import { carryThemeOver, showTheme } from '#web/ui/theme.ts'
import { notePressed } from '#web/ui/useHandOver.ts'

// asked for before the first text needs them, but after the code, which nothing is drawn without
for (const font of ['1rem Figtree', "700 1rem 'Bricolage Grotesque'"]) void document.fonts.load(font).catch(() => {})
// no top-level await: a screen's file needs this one, and would wait for it to end
void start()

async function start() {
  const initial = await loadInitial()
  showTheme(initial.theme)
  carryThemeOver()
  connection.seed(accounts.me.name, {}, { state: 'ready', answer: initial.me })
  for (const { name, input, live } of initial.answers) connection.seed(name, input, live)

  const visit = { live: connection, who: new Who(connection, initial.me) }
  const router = routerOf(visit, browserSteps, anew)

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root.')
  const { onView } = new Scrolled(router.view.key)
  const { drawn } = root.dataset
  const coming = router.load()
  if (drawn !== undefined) await coming
  const { view } = router
  const app = <App initial={initial} visit={visit} router={router} view={view} onView={onView} />
  // Back and Forward may have been faster than the code: then another screen was drawn, or another one is on its way
  const isHere = drawn === addressOf({ ...view.place, hash: '' })
  if (isHere && view.content !== null && view.content !== 'failed') {
    takeEarly()
    hydrateRoot(root, app)
  } else createRoot(root).render(app)
  notePressed()
  connection.start()

  // Guards ask again whenever who is here, or as what, has changed: a demoted teacher leaves the desk at once.
  let { kind } = visit.who.now()
  visit.who.onChange((me) => {
    if (me.kind !== kind) router.recheck()
    kind = me.kind
  })

  keepShell()

  // what the first click may want, once the first screen has had the line for itself
  const QUIET = 2_000
  setTimeout(() => void loadDialogs().catch(() => {}), QUIET)
}
