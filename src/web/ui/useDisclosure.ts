import { useRouterState } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'

/** A panel opened by a button; closed by Esc, by a press or focus outside, and by following a link. */
export function useDisclosure<Root extends HTMLElement>() {
  const id = useId()
  const view = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation })
  const root = useRef<Root>(null)
  const button = useRef<HTMLButtonElement>(null)
  // a panel opened on one screen is closed on the next
  const [openOn, setOpenOn] = useState<typeof view | null>(null)
  const open = openOn === view

  useEffect(() => {
    if (!open) return
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpenOn(null)
    }
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenOn(null)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeByEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeByEscape)
    }
  }, [open])

  return {
    open,
    root,
    button,
    panelId: id,
    close: () => setOpenOn(null),
    buttonProps: {
      'aria-expanded': open,
      'aria-controls': id,
      onClick: () => setOpenOn(open ? null : view),
    },
  }
}
