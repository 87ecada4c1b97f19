import { CloudOff } from 'lucide-react'
import type { InputOf } from '#kernel/procedures.ts'
import { useTexts } from '#web/language.tsx'
import { useConnectionState } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { texts, refusals } from '../messages.ts'
import { door } from '../calls.ts'
import { remove, sendAnew, type Waiting } from './outbox.ts'
import { useOutbox } from './useOutbox.ts'

/** Id of the section with refused taps, below the list. */
const LOOK = 'needs-a-look'

/**
 * How many taps are queued and whether the device is offline, visible wherever the list is scrolled. Otherwise shows
 * `otherwise`, so that the list does not move.
 */
export function NotSent({ taps, otherwise }: { taps: number; otherwise: string }) {
  const t = useTexts(texts)
  const isOffline = useConnectionState() === 'offline'
  const text = taps > 0 ? t.notSent(taps) : isOffline && t.offline
  return (
    <div className="flex min-h-5 items-center text-sm leading-5">
      <p role="status" className="flex items-center gap-1.5 font-semibold whitespace-nowrap text-warn empty:hidden">
        {text && <CloudOff aria-hidden="true" className="size-4 shrink-0" />}
        {text}
      </p>
      {!text && (
        <span aria-hidden="true" className="text-muted">
          {otherwise}
        </span>
      )}
    </div>
  )
}

/** Says that a tap was refused, and scrolls to it. */
export function LeadToLook() {
  const t = useTexts(texts)
  const { refused } = useOutbox()
  if (refused.length === 0) return null
  const lead = () => {
    const place = document.getElementById(LOOK)
    place?.scrollIntoView({ block: 'center' })
    place?.focus({ preventScroll: true })
  }
  return (
    <Button size="small" variant="danger" onPress={lead}>
      {t.toLookAt(refused.length)}
    </Button>
  )
}

/** Taps that were refused, until somebody deals with them; and how many other accounts have queued. */
export function NeedsALook() {
  const t = useTexts(texts)
  const { refused, ofOthers } = useOutbox()
  return (
    <>
      {refused.length > 0 && (
        <div id={LOOK} tabIndex={-1}>
          <Alert kind="problem" title={t.needsALook}>
            <p>{t.lookHint}</p>
            <ul className="mt-2 flex flex-col divide-y divide-line">
              {refused.map((item) => (
                <Refused key={item.key} item={item} />
              ))}
            </ul>
          </Alert>
        </div>
      )}
      {ofOthers > 0 && <Alert kind="warning">{t.ofAnother(ofOthers)}</Alert>}
    </>
  )
}

function Refused({ item }: { item: Waiting }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const over = oneMore(item)
  const again = over ? t.overYes : t.tapAgain
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <span className="min-w-40 flex-1">
        <span className="font-semibold">{item.label}</span>
        <span className="block text-sm">{item.refused && explain(item.refused)}</span>
      </span>
      <Button size="small" aria-label={`${again}: ${item.label}`} onPress={() => void sendAnew(over ?? item)}>
        {again}
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={`${t.settled}: ${item.label}`}
        onPress={() => void remove(item.key)}
      >
        {t.settled}
      </Button>
    </li>
  )
}

const FULL = new Set(['classFull', 'offerEnded'])

/** A refused walk-in retried as one more than the places; null if it was refused for another reason. */
function oneMore(item: Waiting): Waiting | null {
  if (item.name !== door.walkIn.name || !item.refused || !FULL.has(item.refused.code)) return null
  return { ...item, input: { ...(item.input as InputOf<typeof door.walkIn>), over: true } }
}
