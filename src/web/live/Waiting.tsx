import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { LoadingState } from '#web/ui/states.tsx'
import { useConnectionState } from './useLive.ts'

/** Grey shapes in a dialog while it loads; without a connection it says so, as it covers the notice of the page. */
export function Waiting(props: { label: string; count: number }) {
  const t = useTexts(words)
  if (useConnectionState() !== 'offline') return <LoadingState {...props} />
  return (
    <Alert kind="warning" title={t.noConnection}>
      {t.goesOn}
    </Alert>
  )
}
