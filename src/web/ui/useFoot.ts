import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Below a bar that has scrolled up with its list there is room for a toast, px. */
const ROOM = 128

/** Of a bar that sticks at the lower edge: toasts stand above it, wherever it is just now. */
export function useFoot(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bar = ref.current
    if (!bar) return
    const { style } = document.documentElement
    const measure = () => {
      const { top, bottom } = bar.getBoundingClientRect()
      const covered = innerHeight - bottom > ROOM ? 0 : Math.max(0, innerHeight - top)
      style.setProperty('--foot', `${covered}px`)
    }
    // where the list above it grows, it moves and does not change
    const sizes = new ResizeObserver(measure)
    sizes.observe(bar)
    sizes.observe(document.body)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    measure()
    return () => {
      sizes.disconnect()
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
      style.removeProperty('--foot')
    }
  }, [])
  return ref
}
