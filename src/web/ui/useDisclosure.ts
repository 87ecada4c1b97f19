import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'

/** A panel that a button opens: closed by Esc, by going elsewhere with pointer or focus, and by following a link. */
export function useDisclosure<Root extends HTMLElement>() {
  const id = useId()
  const router = useRouter()
  const root = useRef<Root>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!open) return
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeByEscape)
    const stop = router.subscribe('onResolved', () => setOpen(false))
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeByEscape)
      stop()
    }
  }, [open, router])

  return {
    open,
    root,
    button,
    panelId: id,
    buttonProps: {
      'aria-expanded': open,
      'aria-controls': id,
      onClick: () => setOpen(!open),
    },
  }
}
