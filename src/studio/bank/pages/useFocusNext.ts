import { useEffect, useRef, type RefObject } from 'react'

/**
 * Once the row that held the focus has gone, the next one has it, on its first button: a list is worked through by keys
 * alone. A dialog that is still open is waited for. `rows` changes with the rows that are shown.
 */
export function useFocusNext(list: RefObject<HTMLElement | null>, rows: string): void {
  const place = useRef<number | null>(null)
  useEffect(() => {
    const element = list.current
    const note = ({ target }: FocusEvent) => {
      const row = [...(element?.children ?? [])].findIndex((item) => target instanceof Node && item.contains(target))
      if (row >= 0) place.current = row
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
      if (!document.activeElement?.contains(list.current) || place.current === null) return
      const items = list.current?.children ?? []
      items[Math.min(place.current, items.length - 1)]?.querySelector('button')?.focus()
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [list, rows])
}
