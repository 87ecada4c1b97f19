import type { AppRouter } from '#web/router.tsx'
import { words } from '#web/messages.ts'
import { toast } from '#web/ui/toast.ts'

let told = false

/** Tells somebody whose session ended without their doing, with the way back to this place. */
export function tellSignedOut(router: AppRouter): void {
  const { pathname, state } = router.state.location
  const toSignIn = (next: string | undefined, replace: boolean) =>
    void router.navigate({
      to: '/login',
      state: { email: state.email, token: state.token, next, notice: 'signedOut' },
      replace,
      resetScroll: !replace,
    })
  if (pathname === '/login') return toSignIn(state.next, true)
  const t = words[document.documentElement.lang === 'et' ? 'et' : 'en']
  told = true
  toast.problem(t.signedOut, { label: t.toSignIn, onPress: () => toSignIn(router.state.location.href, false) })
}

/** Once they sign in, or the sign-in screen says it. */
export function takeBackSignedOut(): void {
  if (told) toast.clear()
  told = false
}
