import { useCallback, useEffect, useRef, useState } from 'react'

/** A flag that resets itself after `milliseconds`: for messages that need not be dismissed. */
export function useMoment(milliseconds: number): [on: boolean, raise: () => void, lower: () => void] {
  const [on, setOn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lower = useCallback(() => {
    clearTimeout(timer.current)
    setOn(false)
  }, [])
  const raise = useCallback(() => {
    clearTimeout(timer.current)
    setOn(true)
    timer.current = setTimeout(() => setOn(false), milliseconds)
  }, [milliseconds])
  useEffect(() => () => clearTimeout(timer.current), [])
  return [on, raise, lower]
}

/** How long 'Verification email sent!' stays (ms). */
export const SENT_SHOWN = 5_000
