import { useLayoutEffect, useRef, type RefObject } from 'react'

/** In px; a bar that has scrolled this far up with its list leaves room for toasts below it. */
const ROOM = 128

/** Ref for a bar that sticks to the lower edge: toasts are placed above it, wherever it is at the moment. */
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
    const sizes = new ResizeObserver(measure)
    // when the list above grows, the bar moves without resizing; a short page keeps its height meanwhile
    for (let one: HTMLElement | null = bar; one; one = one.parentElement) sizes.observe(one)
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
