import { useEffect, useRef, type RefObject } from 'react'

/**
 * When the focused row has gone, focuses the first button of the next row, so that a list can be processed by keyboard
 * alone. Waits until an open dialog is closed. `rows` must change with the shown rows.
 */
export function useFocusNext(list: RefObject<HTMLElement | null>, rows: string): void {
  // the focused row and those below it: rows above may disappear meanwhile
  const next = useRef<readonly Element[]>([])
  useEffect(() => {
    const element = list.current
    const note = ({ target }: FocusEvent) => {
      const items = [...(element?.children ?? [])]
      const row = items.findIndex((item) => target instanceof Node && item.contains(target))
      if (row >= 0) next.current = items.slice(row)
    }
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [list])
  useEffect(() => {
    let frame = 0
    const look = () => {
      if (document.querySelector('[role=dialog]')) {
        frame = requestAnimationFrame(look)
        return
      }
      // only if the pressed button is gone and the focus fell back to an ancestor of the list
      if (!document.activeElement?.contains(list.current) || next.current.length === 0) return
      const row = next.current.find((item) => item.isConnected) ?? list.current?.lastElementChild
      row?.querySelector('button')?.focus()
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [list, rows])
}
