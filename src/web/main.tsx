import { createRoot, hydrateRoot } from 'react-dom/client'
import '#web/styles.css'
import { App } from '#web/App.tsx'
import { loadInitial } from '#web/initial.ts'
import { accounts } from '#studio/accounts/calls.ts'
import { settings } from '#studio/settings/calls.ts'
import { connection } from '#web/live/useLive.ts'
import { whenSignInNeeded } from '#web/commands.ts'
import { becameSomeoneElse, isChangingHere, Who } from '#web/me.ts'
import { keepScroll } from '#web/keepScroll.ts'
import { leadToSignIn, takeBackSignedOut, tellSignedOut } from '#web/signedOut.ts'
import { LostCode, routerOf } from '#web/router.tsx'
import { keepShell } from '#web/shell/keepShell.ts'
import { loadNotices } from '#web/shell/Shell.tsx'
import { loadOverlays } from '#web/ui/Dialog.tsx'
import { onceHydrated, takeEarly } from '#web/ui/early.ts'
import { carryThemeOver, showTheme } from '#web/ui/theme.ts'
import { keepTyped, watchTyped } from '#web/ui/typed.ts'
import { featuresIn } from '#web/visit.ts'
import { notePressed } from '#web/ui/useHandOver.ts'

// requested before the first text needs them, but after the code, which everything needs
for (const font of ['1rem Figtree', "700 1rem 'Bricolage Grotesque'"]) void document.fonts.load(font).catch(() => {})
// no top-level await: the files of screens import this one and would wait for it
void start()

/** The screen shows the error itself; the console is for debugging. */
function onCaughtError(error: unknown) {
  if (!(error instanceof LostCode)) reportError(error)
}

/**
 * Back or Forward during hydration would change the page under React: reloads at the new address instead. Returns the
 * function that stops this.
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
  // before the router adds its own popstate listener
  onceHydrated(beginAnewOnBack())
  const router = routerOf(visit)

  keepScroll(router)
  const stop = router.subscribe('onResolved', () => {
    stop()
    // from now on the former screen stays until the next one is ready
    router.update({ ...router.options, defaultPendingMs: Infinity })
  })

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root.')
  const { drawn } = root.dataset
  const app = <App initial={initial} visit={visit} router={router} />
  if (drawn !== undefined) await Promise.all([router.load(), loadNotices(initial)])
  const { location, matches } = router.state
  // Back or Forward may have happened before the code ran: then the server rendered another screen, or one is still
  // loading
  const isHere = drawn === location.pathname + location.searchStr
  if (isHere && matches.every(({ status }) => status === 'success')) {
    // as the library's own RouterClient does, so that the Suspense boundaries match the server's
    router.ssr = { manifest: undefined }
    takeEarly()
    hydrateRoot(root, app, { onCaughtError })
  } else createRoot(root, { onCaughtError }).render(app)
  notePressed()
  connection.start()

  // Guards run again whenever the account's role changes: a demoted teacher leaves the desk at once.
  let { kind, email } = visit.who.now()
  visit.who.onChange((me) => {
    // only when a session ends: what a visitor typed in order to sign in is no draft to keep
    const ended = me.kind === 'visitor' && kind !== 'visitor'
    if (ended) keepTyped(email ?? '')
    if (me.kind !== 'visitor') takeBackSignedOut()
    const tells = ended && !isChangingHere()
    if (me.kind !== kind) void router.invalidate().then(() => tells && tellSignedOut(router))
    ;({ kind, email } = me)
  })

  // the session has ended: after signing in, lead back to this place
  whenSignInNeeded(() => {
    keepTyped(address())
    void becameSomeoneElse().then(() => leadToSignIn(router))
  })

  let features = String(featuresOn())
  connection.watch(settings.shown.name, {}, () => {
    if (String(featuresOn()) !== features) void router.invalidate()
    features = String(featuresOn())
  })

  keepShell()

  // prefetch for the first click, in ms after the first screen, which has the network for itself until then
  const QUIET = 2_000
  setTimeout(() => void loadOverlays().catch(() => {}), QUIET)
}
