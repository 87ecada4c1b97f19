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

/** Where what needs a look stands: beneath the whole list. */
const LOOK = 'needs-a-look'

/**
 * How many taps wait for a network, and that there is none, in sight wherever the list is scrolled to. Without either
 * the place says something else, so that the list keeps its own.
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

/** That something was not taken, from wherever the list is scrolled to; it leads there. */
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

/** What the studio did not take, until somebody has looked after it; and what waits of others. */
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

/** Somebody for whom there was no place, as one more than there are; null where that is not what was in the way. */
function oneMore(item: Waiting): Waiting | null {
  if (item.name !== door.walkIn.name || !item.refused || !FULL.has(item.refused.code)) return null
  return { ...item, input: { ...(item.input as InputOf<typeof door.walkIn>), over: true } }
}
