import { X } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { isDialogOpen } from './isDialogOpen.ts'
import { useFoot } from './useFoot.ts'

/**
 * A bar at the lower edge while rows are selected: their number, and actions for all of them. Esc clears the selection.
 */
export function SelectionBar(props: {
  /** '8 chosen' */
  label: string
  clearLabel: string
  onClear: () => void
  children: ReactNode
}) {
  const { onClear } = props
  const foot = useFoot()
  useEffect(() => {
    const clear = (event: KeyboardEvent) => {
      // Esc closes an open dialog or menu first
      const taken = isDialogOpen() || document.querySelector('[popover]:popover-open')
      if (event.key === 'Escape' && !taken) onClear()
    }
    document.addEventListener('keydown', clear, { capture: true })
    return () => document.removeEventListener('keydown', clear, { capture: true })
  })
  return (
    <div
      ref={foot}
      role="group"
      aria-label={props.label}
      className="sticky bottom-20 z-20 flex flex-wrap items-center gap-2 rounded-card border border-brand bg-raised p-2 shadow-float sm:bottom-4 print:hidden"
    >
      <IconButton label={props.clearLabel} icon={<X aria-hidden="true" className="size-5" />} onPress={onClear} />
      <span role="status" className="mr-auto text-sm font-semibold whitespace-nowrap">
        {props.label}
      </span>
      <div className="flex flex-wrap gap-2 max-sm:grow max-sm:*:grow">{props.children}</div>
    </div>
  )
}
