import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { ProgressBar } from './ProgressBar.tsx'

/**
 * Reports the result of one press for many rows, with a button to undo it; calls `onOver` when its time is over.
 * Scrolls itself into view unless it is `quiet`.
 */
export function UndoAlert(props: {
  title: string
  undo: string
  pending: boolean
  /** Progress of an undo that takes long, in words and numbers. */
  progress?: { readonly label: string; readonly at: { readonly done: number; readonly all: number } | null } | null
  quiet?: boolean
  onUndo: () => Promise<void>
  onOver?: () => void
  children?: ReactNode
}) {
  const { quiet = false, progress } = props
  const place = useRef<HTMLDivElement>(null)
  const over = useEffectEvent(() => props.onOver?.())
  useEffect(() => {
    // the pressed button may be far below
    if (!quiet) place.current?.scrollIntoView({ block: 'nearest' })
    const timer = setTimeout(over, UNDO_WITHIN)
    return () => clearTimeout(timer)
  }, [quiet])
  return (
    <div ref={place} className="scroll-my-24">
      <Alert
        kind="success"
        title={props.title}
        action={
          <Button
            size="small"
            pending={props.pending}
            pendingLabel={progress?.label}
            onPress={() => void props.onUndo()}
          >
            {props.undo}
          </Button>
        }
      >
        {props.children}
        {progress && <ProgressBar {...progress} />}
      </Alert>
    </div>
  )
}
