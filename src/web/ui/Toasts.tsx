import { useEffect, useState, useSyncExternalStore } from 'react'
import { FloatingAlert } from './Alert.tsx'
import { toastStore, type ToastMessage } from './toast.ts'
import { useUiTexts } from './UiProvider.tsx'

/** How long a success stays; longer while the pointer or the focus is on it. */
const SUCCESS_MS = 6000

/** The place where toasts appear: once, at the end of the application. */
export function Toasts() {
  const texts = useUiTexts()
  const messages = useSyncExternalStore(toastStore.subscribe, toastStore.now)
  const ofKind = (kind: ToastMessage['kind']) =>
    messages.filter((message) => message.kind === kind).map((message) => <Toast key={message.id} message={message} />)
  return (
    // on a phone at the top, where no dialog has its buttons; the attribute keeps it readable and clickable while a dialog is open
    <section
      aria-label={texts.notifications}
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 mx-auto flex w-full max-w-md flex-col gap-2 px-4 pt-[max(0.75rem,env(safe-area-inset-top))] sm:top-auto sm:right-2 sm:bottom-0 sm:left-auto sm:mx-0 sm:pt-0 sm:pb-5"
    >
      <div role="status" className="flex flex-col gap-2">
        {ofKind('success')}
      </div>
      <div role="alert" className="flex flex-col gap-2">
        {ofKind('problem')}
      </div>
    </section>
  )
}

function Toast({ message }: { message: ToastMessage }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (message.kind === 'problem' || held) return
    const timer = setTimeout(() => toastStore.dismiss(message.id), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [message, held])
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <FloatingAlert kind={message.kind} onDismiss={() => toastStore.dismiss(message.id)}>
        {message.text}
      </FloatingAlert>
    </div>
  )
}
