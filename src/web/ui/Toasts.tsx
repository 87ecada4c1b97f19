import { lazy, Suspense, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useToastQueue, type ToastState } from 'react-stately/useToastState'
import { FloatingAlert } from './Alert.tsx'
import { toasts, type ToastMessage } from './toast.ts'

const ToastRegion = lazy(() =>
  import('./overlays.ts').then(
    ({ overlays }) => ({ default: overlays.ToastRegion }),
    () => ({ default: PlainToasts }),
  ),
)

/** The place where toasts appear; rendered once, at the end of the application. */
export function Toasts() {
  const state = useToastQueue(toasts)
  const kind = state.visibleToasts[0]?.content.kind
  const place = useBelowBar(kind !== undefined)
  const region = (
    <Suspense>
      <ToastRegion state={state} />
    </Suspense>
  )
  return (
    // on a phone below the header, and over a dialog at the top, away from its buttons; the attribute keeps it readable
    // and clickable while a dialog is open;
    // on a desktop above a bar that sticks to the lower edge
    <div
      ref={place}
      data-react-aria-top-layer="true"
      data-toasts
      className="pointer-events-none fixed inset-x-0 top-0 z-50 mx-auto w-full max-w-md px-4 pt-[var(--head,max(0.75rem,env(safe-area-inset-top)))] sm:top-auto sm:right-2 sm:bottom-[var(--foot,0px)] sm:left-auto sm:mx-0 sm:pt-0 sm:pb-5"
    >
      {/* live regions must exist before their text, or screen readers stay silent; a success does not interrupt */}
      <div role="status">{kind === 'success' && region}</div>
      <div role="alert">{kind === 'problem' && region}</div>
    </div>
  )
}

/** In px; between the head and a bar that has not scrolled further up, a toast has room. */
const ROOM = 176

/** While a toast is shown on a phone, it is kept below a bar that stands or sticks near the head. */
function useBelowBar(shown: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!shown) return
    const measure = () => {
      const bars = [...document.querySelectorAll('[data-over-content]')].map((bar) => bar.getBoundingClientRect())
      const bottoms = bars.filter(({ top, bottom }) => bottom > 0 && top < ROOM).map(({ bottom }) => bottom + 8)
      ref.current?.style.setProperty('--bar', `${Math.max(0, ...bottoms)}px`)
    }
    measure()
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [shown])
  return ref
}

/** Fallback where React Aria's part can't be loaded, as while offline: the message is shown nevertheless. */
function PlainToasts({ state }: { state: ToastState<ToastMessage> }): ReactNode {
  return state.visibleToasts.map(({ key, content }) => (
    <FloatingAlert key={key} kind={content.kind} onDismiss={() => state.close(key)}>
      {content.text}
    </FloatingAlert>
  ))
}
