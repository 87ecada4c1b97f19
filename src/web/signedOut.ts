import type { AppRouter } from '#web/router.tsx'
import { words } from '#web/messages.ts'
import { toast } from '#web/ui/toast.ts'

let close = () => {}

/** Leads somebody whose session has ended to the sign-in screen, and from there back to this place. */
export async function leadToSignIn(router: AppRouter): Promise<void> {
  const { pathname, href, state } = router.state.location
  const isThere = pathname === '/login'
  await router.navigate({
    to: '/login',
    state: { email: state.email, token: state.token, next: isThere ? state.next : href, notice: 'signedOut' },
    replace: isThere,
    resetScroll: !isThere,
    ignoreBlocker: true,
  })
  takeBackSignedOut()
}

/** Tells somebody whose session was not ended in this tab. */
export function tellSignedOut(router: AppRouter): void {
  if (router.state.location.pathname === '/login') return void leadToSignIn(router)
  const t = words[document.documentElement.lang === 'et' ? 'et' : 'en']
  close = toast.passingProblem(t.signedOut, { label: t.toSignIn, onPress: () => void leadToSignIn(router) })
}

/** Once they sign in, or the sign-in screen says it. */
export const takeBackSignedOut = (): void => close()
