import { createRoot, hydrateRoot } from 'react-dom/client'
import '#web/styles.css'
import { App } from '#web/App.tsx'
import { loadInitial } from '#web/initial.ts'
import { accounts } from '#studio/accounts/calls.ts'
import { settings } from '#studio/settings/calls.ts'
import { connection } from '#web/live/useLive.ts'
import { whenSignInNeeded } from '#web/commands.ts'
import { becameSomeoneElse, Who } from '#web/me.ts'
import { keepScroll } from '#web/keepScroll.ts'
import { LostCode, routerOf } from '#web/router.tsx'
import { keepShell } from '#web/shell/keepShell.ts'
import { loadOverlays } from '#web/ui/Dialog.tsx'
import { takeEarly } from '#web/ui/early.ts'
import { carryThemeOver, showTheme } from '#web/ui/theme.ts'
import { keepTyped, watchTyped } from '#web/ui/typed.ts'
import { featuresIn } from '#web/visit.ts'
import { notePressed } from '#web/ui/useHandOver.ts'

// asked for before the first text needs them, but after the code, which nothing is drawn without
for (const font of ['1rem Figtree', "700 1rem 'Bricolage Grotesque'"]) void document.fonts.load(font).catch(() => {})
// no top-level await: a screen's file needs this one, and would wait for it to end
void start()

/** The screen itself says what went wrong; this is for whoever looks for the cause. */
function onCaughtError(error: unknown) {
  if (!(error instanceof LostCode)) reportError(error)
}

/**
 * Back and Forward while React takes the server's page over would change it underneath: then the page of that address
 * begins anew. Answers what ends this.
 */
function beginAnewOnBack(): () => void {
  const address = () => location.pathname + location.search
  const drawn = address()
  const heard = (event: Event) => {
    if (address() === drawn) return
    event.stopImmediatePropagation()
    location.reload()
  }
  addEventListener('popstate', heard)
  return () => removeEventListener('popstate', heard)
}

async function start() {
  const initial = await loadInitial()
  showTheme(initial.theme)
  carryThemeOver()
  connection.seed(accounts.me.name, {}, { state: 'ready', answer: initial.me })
  connection.seed(settings.shown.name, {}, { state: 'ready', answer: initial.shown })
  for (const { name, input, live } of initial.answers) connection.seed(name, input, live)

  const featuresOn = featuresIn(connection, initial.shown)
  const visit = { live: connection, who: new Who(connection, initial.me), featuresOn }
  const address = () => visit.who.now().email ?? ''
  watchTyped(address)
  connection.beforeForgetting(() => keepTyped(address()))
  // before the router listens to the same
  const takenOver = beginAnewOnBack()
  const router = routerOf(visit)

  keepScroll(router)
  const done = router.subscribe('onRendered', () => {
    done()
    takenOver()
  })
  const stop = router.subscribe('onResolved', () => {
    stop()
    // from now on the screen before stands until the next one is there
    router.update({ ...router.options, defaultPendingMs: Infinity })
  })

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root.')
  const { drawn } = root.dataset
  const app = <App initial={initial} visit={visit} router={router} />
  if (drawn !== undefined) await router.load()
  const { location, matches } = router.state
  // Back and Forward may have been faster than the code: then another screen was drawn, or another one is on its way
  const isHere = drawn === location.pathname + location.searchStr
  if (isHere && matches.every(({ status }) => status === 'success')) {
    // as the library's own RouterClient does: then it draws the same Suspense boundaries as on the server
    router.ssr = { manifest: undefined }
    takeEarly()
    hydrateRoot(root, app, { onCaughtError })
  } else createRoot(root, { onCaughtError }).render(app)
  notePressed()
  connection.start()

  // Guards ask again whenever who is here, or as what, has changed: a demoted teacher leaves the desk at once.
  let { kind, email } = visit.who.now()
  visit.who.onChange((me) => {
    // a visitor who signs in is heard of as well: what that took is not typed again
    if (me.kind === 'visitor' && kind !== 'visitor') keepTyped(email ?? '')
    if (me.kind !== kind) void router.invalidate()
    ;({ kind, email } = me)
  })

  // the session has ended: back to this very place once somebody is signed in
  whenSignInNeeded(() => {
    const { href } = router.state.location
    keepTyped(address())
    void becameSomeoneElse().then(() => router.navigate({ to: '/login', state: { next: href }, ignoreBlocker: true }))
  })

  let features = String(featuresOn())
  connection.watch(settings.shown.name, {}, () => {
    if (String(featuresOn()) !== features) void router.invalidate()
    features = String(featuresOn())
  })

  keepShell()

  // what the first click may want, once the first screen has had the line for itself
  const QUIET = 2_000
  setTimeout(() => void loadOverlays().catch(() => {}), QUIET)
}
