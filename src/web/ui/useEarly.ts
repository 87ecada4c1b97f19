import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import { repeatEarly } from './early.ts'

const never = () => () => {}

/**
 * For the element around a screen: what was typed and pressed on the server's page before the code ran is not lost.
 * React would write over it with what it knows.
 */
export function useEarly<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null)
  const takenOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  useEffect(() => {
    if (takenOver && ref.current) repeatEarly(ref.current)
  }, [takenOver])
  return ref
}
