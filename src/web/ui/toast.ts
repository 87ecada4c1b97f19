/** What one may want to do next; an address of the server's, not a screen. */
export type ToastLink = { href: string; label: string }
export type ToastMessage = { id: number; kind: 'success' | 'problem'; text: string; link?: ToastLink | undefined }

const MOST_AT_ONCE = 3

const noMessages: readonly ToastMessage[] = []
let messages = noMessages
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly ToastMessage[]) {
  messages = next
  for (const listener of listeners) listener()
}

function add(kind: ToastMessage['kind'], text: string, link?: ToastLink) {
  const others = messages.filter((message) => message.text !== text)
  set([...others, { id: ++lastId, kind, text, link }].slice(-MOST_AT_ONCE))
}

/** Says what happened, over any page. Successes go by themselves, problems stay until they are dismissed. */
export const toast = {
  success: (text: string, link?: ToastLink) => add('success', text, link),
  problem: (text: string) => add('problem', text),
}

/** What `Toasts` shows; nobody else needs it. */
export const toastStore = {
  dismiss: (id: number) => set(messages.filter((message) => message.id !== id)),
  now: () => messages,
  none: (): readonly ToastMessage[] => noMessages,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
