import type { Cents } from '#kernel/money.ts'
import type { Instant } from '#kernel/time.ts'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import type { payments } from '../calls.ts'
import { creditRefusals, texts } from '../messages.ts'
import { itemText } from '../rules.ts'

/** A payment, and how much of what is open credit pays. */
export interface CreditShare {
  readonly id: string
  readonly description: string
  readonly startsAt: Instant | null
  /** For whom it is; empty if that is clear. */
  readonly person: string
  readonly rest: Cents
  readonly pays: Cents
}

type Spend = typeof payments.spendCredit | typeof payments.spendCreditOf

/** Asks before credit pays, and lists the payments with what is paid of each. */
export function SpendCredit<P extends Spend>(props: {
  command: P
  input: InputOf<P>
  shares: readonly CreditShare[]
  onDone: (answer: AnswerOf<P>) => void
  onClose: () => void
}) {
  const t = useTexts(texts)
  const { day, euros } = useFormats()
  const explain = useRefusalText(creditRefusals)
  const { shares } = props
  const sum = shares.reduce((total, { pays }) => total + pays, 0)
  return (
    <ConfirmCommand
      command={props.command}
      input={props.input}
      title={t.useCredit}
      question={t.creditPays(shares.length)}
      confirmLabel={t.payWithCredit(sum)}
      explain={explain}
      onDone={props.onDone}
      onClose={props.onClose}
    >
      <ul aria-label={t.creditPays(shares.length)} className="flex flex-col gap-1">
        {shares.map((share) => (
          <li key={share.id} className="flex justify-between gap-3">
            <span>{[itemText(share, day), share.person].filter(Boolean).join(', ')}</span>
            <span className="text-right font-semibold tabular-nums">
              {share.pays < share.rest ? t.paysPart(share.pays, share.rest) : euros(share.pays)}
            </span>
          </li>
        ))}
      </ul>
    </ConfirmCommand>
  )
}
