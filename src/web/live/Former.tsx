import type { ReactNode } from 'react'

/**
 * Content that may still be that of the former input, such as another month: then it is dimmed, and nothing in it can be
 * pressed.
 */
export function Former({ former, children }: { former: boolean; children: ReactNode }) {
  return (
    <div inert={former} aria-busy={former} className={former ? 'opacity-50' : undefined}>
      {children}
    </div>
  )
}
