import { useRef, type ReactNode } from 'react'
import { useToast, useToastRegion } from 'react-aria/useToast'
import type { QueuedToast, ToastState } from 'react-stately/useToastState'
import { FloatingAlert } from './Alert.tsx'
import { OutsideLink, TextButton } from './LinkButton.tsx'
import type { ToastMessage } from './toast.ts'
import { useUiTexts } from './UiProvider.tsx'

/** The visible toasts: React Aria pauses their timeout while pointer or focus is on them, and restores the focus. */
export function ToastRegion({ state }: { state: ToastState<ToastMessage> }): ReactNode {
  const { notifications } = useUiTexts()
  const ref = useRef<HTMLDivElement>(null)
  const { regionProps } = useToastRegion({ 'aria-label': notifications }, state, ref)
  return (
    <div {...regionProps} ref={ref}>
      {state.visibleToasts.map((toast) => (
        <Toast key={toast.key} toast={toast} state={state} />
      ))}
    </div>
  )
}

function Toast({ toast, state }: { toast: QueuedToast<ToastMessage>; state: ToastState<ToastMessage> }) {
  const ref = useRef<HTMLDivElement>(null)
  // not `contentProps`: they would interrupt a screen reader for a success, too
  const { toastProps, titleProps } = useToast({ toast }, state, ref)
  const { kind, text, link } = toast.content
  return (
    <div {...toastProps} ref={ref} className="pointer-events-auto rounded-2xl">
      <FloatingAlert kind={kind} onDismiss={() => state.close(toast.key)}>
        <span {...titleProps}>{text}</span>{' '}
        {link &&
          ('href' in link ? (
            <OutsideLink href={link.href}>{link.label}</OutsideLink>
          ) : (
            <TextButton
              onPress={() => {
                state.close(toast.key)
                link.onPress()
              }}
            >
              {link.label}
            </TextButton>
          ))}
      </FloatingAlert>
    </div>
  )
}
