import type { ReactNode } from 'react'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ErrorState, LoadingState } from '#web/ui/states.tsx'
import type { Live } from './connection.ts'
import { useConnectionState } from './useLive.ts'

/** The answer of a live query, or its state: grey shapes while loading, else the error. */
export function LiveContent<T>(props: {
  live: Live<T>
  /** Runs the query again; see `retryLive`. */
  retry: () => void
  shape?: 'rows' | 'cards' | 'text'
  count?: number
  /** Text for a query that failed. */
  failed?: string
  children: (answer: T) => ReactNode
}) {
  const { live, shape, count } = props
  const t = useTexts(words)
  const explain = useRefusalText()
  const failed = props.failed ?? t.loadFailed
  switch (live.state) {
    case 'loading':
      return <LoadingState label={t.loading} {...(shape && { shape })} {...(count && { count })} />
    case 'refused':
      // no field was filled in here: the address itself is invalid
      return <ErrorState text={live.code === 'invalidInput' ? failed : explain({ code: live.code })} />
    case 'failed':
      return <ErrorState text={failed} retryLabel={t.tryAgain} onRetry={props.retry} />
    case 'ready':
      return props.children(live.answer)
    default:
      return live satisfies never
  }
}

/** Grey shapes in a dialog while it loads; without a connection it says so, as it covers the notice of the page. */
export function DialogLoading(props: { label: string; count: number }) {
  const t = useTexts(words)
  if (useConnectionState() !== 'offline') return <LoadingState {...props} />
  return (
    <Alert kind="warning" title={t.noConnection}>
      {t.goesOn}
    </Alert>
  )
}
