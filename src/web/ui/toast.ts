import { ToastQueue } from 'react-stately/useToastState'

/** A next step: an address on the server that is not a screen, or a callback. */
type ToastLink = { label: string } & ({ href: string } | { onPress: () => void })
export type ToastMessage = { kind: 'success' | 'problem'; text: string; link?: ToastLink | undefined }

/** How long a success is shown, in ms; paused while pointer or focus is on it. */
const SUCCESS = 6_000
/** In ms; a toast with something to press needs more time. */
const WITH_LINK = 15_000

/** The queue that `Toasts` shows. */
export const toasts = new ToastQueue<ToastMessage>()

function show(message: ToastMessage, timeout?: number): string {
  // only the newest: an older message may no longer be true
  toasts.clear()
  return toasts.add(message, timeout === undefined ? {} : { timeout })
}

/** Shows a message over any page. A success disappears by itself; a problem stays until dismissed or replaced. */
export const toast = {
  success: (text: string, link?: ToastLink): void =>
    void show({ kind: 'success', text, link }, link ? WITH_LINK : SUCCESS),
  clear: () => toasts.clear(),
  problem: (text: string): void => void show({ kind: 'problem', text }),
  /** A problem that may be over before it is dismissed; returns what closes it then. */
  passingProblem: (text: string, link: ToastLink) => {
    const key = show({ kind: 'problem', text, link })
    return () => toasts.close(key)
  },
}
