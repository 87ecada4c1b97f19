import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

/**
 * Reports the result of one press for many rows, with a button to undo it; calls `onOver` when its time is over.
 * Scrolls itself into view.
 */
export function UndoAlert(props: {
  title: string
  undo: string
  pending: boolean
  onUndo: () => Promise<void>
  onOver?: () => void
  children?: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const over = useEffectEvent(() => props.onOver?.())
  useEffect(() => {
    // the pressed button may be far below
    place.current?.scrollIntoView({ block: 'nearest' })
    const timer = setTimeout(over, UNDO_WITHIN)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div ref={place} className="scroll-my-24">
      <Alert
        kind="success"
        title={props.title}
        action={
          <Button size="small" pending={props.pending} onPress={() => void props.onUndo()}>
            {props.undo}
          </Button>
        }
      >
        {props.children}
      </Alert>
    </div>
  )
}
