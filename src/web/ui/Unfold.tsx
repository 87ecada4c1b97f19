import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** Content that few people need, folded under a line that names it; unfolded it has the full width. */
export function Unfold({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <details className="group/unfold min-w-0 flex-1 open:basis-full">
      <summary className="flex min-h-control items-center gap-1.5 text-sm font-semibold text-brand underline decoration-brand/40 decoration-2 underline-offset-4">
        {label}
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open/unfold:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
