import type { ReactNode } from 'react'
import { ProgressBar } from './ProgressBar.tsx'
import { useFoot } from './useFoot.ts'

/** A sticky bar with an action for all rows of a long list; shows its progress. */
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
