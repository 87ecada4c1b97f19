import { useEffect, useRef, type RefObject } from 'react'

/**
 * Once the row that held the focus has gone, the next one has it, on its first button: a list is worked through by keys
 * alone. A dialog that is still open is waited for. `rows` changes with the rows that are shown.
 */
export function useFocusNext(list: RefObject<HTMLElement | null>, rows: string): void {
  // the row that held the focus and those below it: rows above it may go meanwhile
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
      // what was pressed is gone, and the focus fell to something around the list
      if (!document.activeElement?.contains(list.current) || next.current.length === 0) return
      const row = next.current.find((item) => item.isConnected) ?? list.current?.lastElementChild
      row?.querySelector('button')?.focus()
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [list, rows])
}
