import { capital } from '#kernel/messages.ts'
import { words } from '#web/messages.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useFormats } from '#web/studio.tsx'
import { Cluster } from '#web/ui/Card.tsx'
import { payments } from '../calls.ts'
import type { PaymentChange } from '../contract.ts'
import { deskTexts } from '../messages/desk.ts'
import { reasons } from '../messages/reasons.ts'
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx'

/** Every change of a payment: when, by whom, from what to what, and why. */
export function PaymentHistory({ paymentId }: { paymentId: string }) {
  const t = useTexts(deskTexts)
  return (
    <LiveAnswer query={payments.history} input={{ paymentId }} shape="text" count={2} failed={t.historyFailed}>
      {(changes) =>
        changes.length === 0 ? (
          <p className="text-muted">{t.noHistory}</p>
        ) : (
          <ol aria-label={t.history} className="flex flex-col gap-3 border-l-2 border-line pl-4">
            {changes.map((change) => (
              <Change key={change.id} change={change} />
            ))}
          </ol>
        )
      }
    </LiveAnswer>
  )
}

function Change({ change }: { change: PaymentChange }) {
  const { toAmount, fromAmount, letGo, byName, reason } = change
  const t = useTexts(deskTexts)
  const { deletedUser } = useTexts(words)
  const { stamp, euros } = useFormats()
  const known: Readonly<Record<string, string>> = useTexts(reasons)
  const amounts = fromAmount !== null && fromAmount !== toAmount ? `${euros(fromAmount)} → ` : ''
  return (
    <li className="flex flex-col gap-1 text-sm">
      <Cluster>
        <span className="text-muted tabular-nums">{stamp(change.at)}</span>
        <PaymentStatusBadge status={change.toStatus} />
        {toAmount !== null && <span className="font-semibold tabular-nums">{amounts + euros(toAmount)}</span>}
      </Cluster>
      <p>
        {capital(Object.hasOwn(known, reason) ? (known[reason] ?? '') : reason)}
        <span className="text-muted"> · {byName === null ? t.theStudio : byName || deletedUser}</span>
      </p>
      {letGo > 0 && <p>{t.wasLetGo(euros(letGo))}</p>}
    </li>
  )
}
