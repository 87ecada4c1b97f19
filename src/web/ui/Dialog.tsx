import { useEffect, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import type { DialogProps } from './DialogFrame.tsx'
import { DialogToCome } from './DialogToCome.tsx'
import { toast } from './toast.ts'
import { useUiTexts } from './UiProvider.tsx'

type Frame = (props: DialogProps) => ReactNode

let loaded: Frame | null = null

/** Loads the code of dialogs, toasts and tooltips once, after the first screen, so that they open without delay. */
export async function loadOverlays(): Promise<Frame> {
  const { overlays } = await import('./overlays.ts')
  loaded = overlays.DialogFrame
  return loaded
}

/**
 * A modal dialog: a bottom sheet on a phone, centred elsewhere. It traps the focus and restores it afterwards. It
 * closes only by Esc, Back and its buttons, so that a stray tap loses no input.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose } = props
  const texts = useUiTexts()
  const [Frame, setFrame] = useState(() => loaded)
  const missing = open && !Frame
  useEffect(() => {
    if (!missing) return
    let wanted = true
    loadOverlays().then(
      (frame) => wanted && setFrame(() => frame),
      () => {
        if (!wanted) return
        toast.problem(texts.loadFailed)
        onClose()
      },
    )
    return () => {
      wanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, not again when the parent renders meanwhile
  }, [missing])
  if (Frame) return <Frame {...props} />
  return open && <DialogToCome title={props.title} onClose={onClose} />
}

/** Asks for confirmation. While `pending` neither button nor Esc does anything. */
export function ConfirmDialog(props: {
  open: boolean
  title: ReactNode
  message: ReactNode
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
  onCancel: () => void
  pending?: boolean
  pendingLabel?: string
  /** Confirming destroys something. */
  danger?: boolean
  /** Why confirming would be refused. */
  whyDisabled?: string | undefined
  /** More content below the message: a table of what is affected, a problem. */
  children?: ReactNode
}) {
  const { pending = false } = props
  return (
    <Dialog
      open={props.open}
      onClose={props.onCancel}
      title={props.title}
      description={props.message}
      size="small"
      pending={pending}
      footer={
        <>
          <Button
            variant={props.danger ? 'danger' : 'primary'}
            onPress={props.onConfirm}
            pending={pending}
            pendingLabel={props.pendingLabel}
            whyDisabled={props.whyDisabled}
          >
            {props.confirmLabel}
          </Button>
          <Button variant="quiet" onPress={props.onCancel} disabled={pending}>
            {props.cancelLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  )
}
