import { lazy, Suspense, type ReactNode } from 'react'
import { useToastQueue, type ToastState } from 'react-stately/useToastState'
import { FloatingAlert } from './Alert.tsx'
import { toasts, type ToastMessage } from './toast.ts'

const ToastRegion = lazy(() =>
  import('./overlays.ts').then(
    ({ overlays }) => ({ default: overlays.ToastRegion }),
    () => ({ default: PlainToasts }),
  ),
)

/** The place where toasts appear: once, at the end of the application. */
export function Toasts() {
  const state = useToastQueue(toasts)
  const kind = state.visibleToasts[0]?.content.kind
  const region = (
    <Suspense>
      <ToastRegion state={state} />
    </Suspense>
  )
  return (
    // on a phone at the top, where no dialog has its buttons; the attribute keeps it readable and clickable while a dialog is open;
    // on a desk above a bar that sticks at the lower edge
    <div
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 mx-auto w-full max-w-md px-4 pt-[max(0.75rem,env(safe-area-inset-top))] sm:top-auto sm:right-2 sm:bottom-[var(--foot,0px)] sm:left-auto sm:mx-0 sm:pt-0 sm:pb-5"
    >
      {/* there before their texts, or a screen reader would not say them; a success does not interrupt */}
      <div role="status">{kind === 'success' && region}</div>
      <div role="alert">{kind === 'problem' && region}</div>
    </div>
  )
}

/** Where React Aria's part can't be fetched, as without a connection: what there is to say is said all the same. */
function PlainToasts({ state }: { state: ToastState<ToastMessage> }): ReactNode {
  return state.visibleToasts.map(({ key, content }) => (
    <FloatingAlert key={key} kind={content.kind} onDismiss={() => state.close(key)}>
      {content.text}
    </FloatingAlert>
  ))
}
