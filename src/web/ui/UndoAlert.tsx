import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

/** Says what one press did to many, with the button that undoes it; `onOver` when its time is over. It comes into sight. */
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
    // what was pressed may stand far below
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
