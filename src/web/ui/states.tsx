import { CloudOff, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { Ribbon } from './Mark.tsx'

/** An empty list: says so, and offers a next step. */
export function EmptyState(props: { text: string; hint?: ReactNode; action?: ReactNode; small?: boolean }) {
  return (
    <div
      className={classes(
        'flex flex-col items-center gap-3 rounded-card border border-dashed border-line-strong/50 px-5 text-center *:justify-center',
        props.small ? 'py-6' : 'py-10',
      )}
    >
      {!props.small && <Ribbon className="w-36" />}
      <p className="font-semibold text-balance">{props.text}</p>
      {props.hint && <p className="max-w-md text-sm text-balance text-muted">{props.hint}</p>}
      {props.action}
    </div>
  )
}

/** A failed load: says so, and offers a retry. */
export function ErrorState(props: { text: string; hint?: ReactNode; retryLabel?: string; onRetry?: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-card border border-line bg-surface px-5 py-10 text-center"
    >
      <span className="grid size-12 place-items-center rounded-full bg-danger-soft text-danger">
        <CloudOff aria-hidden="true" className="size-6" />
      </span>
      <p className="font-semibold">{props.text}</p>
      {props.hint && <p className="max-w-md text-sm text-muted">{props.hint}</p>}
      {props.retryLabel && props.onRetry && <Button onPress={props.onRetry}>{props.retryLabel}</Button>}
    </div>
  )
}

/** A line across the top while offline. The content stays, and updates once there is a connection. */
export function OfflineBanner(props: { text: string; offline: boolean }) {
  return (
    <div role="status">
      {props.offline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm font-semibold text-warn">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {props.text}
        </p>
      )}
    </div>
  )
}

/** Grey shapes while content loads, so that nothing jumps later; screen readers read the label. */
export function LoadingState(props: { label: string; shape?: 'rows' | 'cards' | 'text'; count?: number }) {
  const { shape = 'rows', count = shape === 'cards' ? 3 : 5 } = props
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{props.label}</span>
      <div aria-hidden="true" className={classes('animate-breathe', frames[shape])}>
        {Array.from({ length: count }, (_, index) => (
          <Bone key={index} shape={shape} />
        ))}
      </div>
    </div>
  )
}

const frames = {
  rows: 'divide-y divide-line overflow-hidden rounded-card border border-line bg-surface',
  cards: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4 sm:gap-5',
  text: 'flex flex-col gap-3',
}

function Bone({ shape }: { shape: keyof typeof frames }) {
  if (shape === 'text') return <div className="h-4 max-w-xl rounded-full bg-line last:w-2/3" />
  if (shape === 'rows') {
    return (
      <div className="flex h-16 items-center gap-6 px-5">
        <div className="h-4 w-1/4 rounded-full bg-line" />
        <div className="h-4 flex-1 rounded-full bg-line/60" />
        <div className="h-9 w-24 rounded-full bg-line" />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-6">
      <div className="h-5 w-2/3 rounded-full bg-line" />
      <div className="h-4 rounded-full bg-line/60" />
      <div className="h-4 w-4/5 rounded-full bg-line/60" />
      <div className="mt-4 h-11 w-32 rounded-full bg-line" />
    </div>
  )
}
