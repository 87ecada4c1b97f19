import type { ReactNode } from 'react'
import { ProgressBar } from './ProgressBar.tsx'
import { useFoot } from './useFoot.ts'

/** What is done to all of a long list: it stays in sight, and says how far it is. */
export function ActionBar(props: {
  progress: { readonly label: string; readonly done: number; readonly all: number } | null
  children: ReactNode
}) {
  const { progress, children } = props
  const foot = useFoot()
  return (
    <div
      ref={foot}
      className="sticky bottom-20 z-10 flex flex-wrap items-end gap-4 rounded-card border border-brand bg-surface p-3 shadow-card sm:bottom-4 print:hidden"
    >
      {children}
      {progress && (
        <div className="flex flex-1 self-center">
          <ProgressBar label={progress.label} at={progress} />
        </div>
      )}
    </div>
  )
}
