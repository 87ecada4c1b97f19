import { useEffect, useRef, useState } from 'react'

const SETTLES_AFTER = 250

/**
 * Text that is shown as it is typed, and stored elsewhere (in the address) once typing pauses. Follows outside changes,
 * such as Back, but not its own update, as more may have been typed since.
 */
export function useTyped(settled: string, onSettle: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(settled)
  const [followed, setFollowed] = useState(settled)
  const [sent, setSent] = useState(settled)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  if (followed !== settled) {
    setFollowed(settled)
    if (settled !== sent) {
      setTyped(settled)
      setSent(settled)
    }
  }
  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setSent(text)
      onSettle(text)
    }, SETTLES_AFTER)
  }
  return [typed, type]
}
