import { ToastQueue } from 'react-stately/useToastState'

/** What one may want to do next: an address of the server's, not a screen, or a press. */
type ToastLink = { label: string } & ({ href: string } | { onPress: () => void })
export type ToastMessage = { kind: 'success' | 'problem'; text: string; link?: ToastLink | undefined }

/** How long a success stays, in ms; longer while the pointer or the focus is on it. */
const SUCCESS = 6_000
/** With something to press, a hand needs the time to come there. */
const WITH_LINK = 15_000

/** What `Toasts` shows. */
export const toasts = new ToastQueue<ToastMessage>()

function show(message: ToastMessage, timeout?: number) {
  // one at a time, the newest: what an older one says may not be true any more
  toasts.clear()
  toasts.add(message, timeout === undefined ? {} : { timeout })
}

/** Says what happened, over any page. Successes go by themselves, problems stay until the next one or until dismissed. */
export const toast = {
  success: (text: string, link?: ToastLink) => show({ kind: 'success', text, link }, link ? WITH_LINK : SUCCESS),
  clear: () => toasts.clear(),
  problem: (text: string) => show({ kind: 'problem', text }),
}
