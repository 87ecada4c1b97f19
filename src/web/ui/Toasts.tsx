import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react'
import { FloatingAlert } from './Alert.tsx'
import { OutsideLink } from './LinkButton.tsx'
import { toastStore, type ToastMessage } from './toast.ts'
import { useUiTexts } from './UiProvider.tsx'

/** How long a success stays; longer while the pointer or the focus is on it. */
const SUCCESS_MS = 6000
/** With something to press, a hand needs the time to come there. */
const WITH_LINK_MS = 15_000

/** The place where toasts appear: once, at the end of the application. */
export function Toasts() {
  const texts = useUiTexts()
  const messages = useSyncExternalStore(toastStore.subscribe, toastStore.now, toastStore.none)
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
  const frame = useRef<HTMLDivElement>(null)
  /** Where the focus was before it came here. */
  const before = useRef<EventTarget>(null)
  useEffect(() => {
    if (message.kind === 'problem' || held) return
    const timer = setTimeout(() => toastStore.dismiss(message.id), message.link ? WITH_LINK_MS : SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [message, held])

  function focused(event: FocusEvent) {
    setHeld(true)
    if (!frame.current?.contains(event.relatedTarget)) before.current = event.relatedTarget
  }
  function dismiss() {
    if (frame.current?.contains(document.activeElement)) giveFocusBack(before.current)
    toastStore.dismiss(message.id)
  }

  return (
    <div
      ref={frame}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={focused}
      onBlur={() => setHeld(false)}
    >
      <FloatingAlert kind={message.kind} onDismiss={dismiss}>
        {message.text} {message.link && <OutsideLink href={message.link.href}>{message.link.label}</OutsideLink>}
      </FloatingAlert>
    </div>
  )
}

/**
 * A toast that goes would take the focus with it, and the keys: an open dialog would no longer hear Esc. It goes back
 * to where it was; if that is gone, to the dialog that is open.
 */
function giveFocusBack(to: EventTarget | null) {
  if (to instanceof HTMLElement) to.focus({ preventScroll: true })
  if (document.activeElement === to) return
  const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog]')
  dialogs[dialogs.length - 1]?.focus({ preventScroll: true })
}
