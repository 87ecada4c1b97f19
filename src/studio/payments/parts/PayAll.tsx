import { useState } from 'react'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Price } from '#web/ui/Price.tsx'
import { Unfold } from '#web/ui/Unfold.tsx'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import type { OwnPayment } from '../contract.ts'
import { markFailures, refusals, texts } from '../messages.ts'
import { isDue, restOf } from '../rules.ts'
import { BankDetails } from './BankDetails.tsx'

/**
 * All payments by bank transfer in one box: one sum, and one button that marks them all as paid. `chosen` says in its own
 * line how it is paid.
 */
export function PayAll({ own, chosen }: { own: readonly OwnPayment[]; chosen: OwnPayment | undefined }) {
  const t = useTexts(texts)
  const word = useTexts(words)
  const { bankAccount } = useStudio()
  const explain = useRefusalText(markFailures, refusals)
  const [asked, setAsked] = useState<readonly OwnPayment[] | null>(null)
  const due = own.filter((payment) => isDue(payment) && payment.paymentMethod === 'bankTransfer')
  const sumOf = (some: readonly OwnPayment[]) => some.reduce((sum, payment) => sum + restOf(payment), 0)
  if (due.every((payment) => payment === chosen)) return null
  const [first] = due
  // without a bank account, BankDetails says whom to ask
  if (!bankAccount) return <BankDetails amount={sumOf(due)} item="" />
  const several = due.length > 1
  return (
    <Card tone="accent">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg">{several ? t.payAll(due.length) : t.payByTransfer}</h3>
        <p className="font-display text-xl font-bold">
          <Price cents={sumOf(due)} />
        </p>
      </div>
      <div className="flex flex-col gap-0.5 empty:hidden">
        {several && <p className="text-sm text-muted">{t.payAllHint}</p>}
        {(['cash', 'stebby'] as const).map((way) => {
          const besides = own.filter((payment) => isDue(payment) && payment.paymentMethod === way)
          return (
            besides.length > 0 && (
              <p key={way} className="text-sm text-muted">
                {t.besides[way](sumOf(besides))}
              </p>
            )
          )
        })}
      </div>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        {/* folded, since most people know it; unfolded it uses the whole width */}
        <Unfold label={t.bankDetails}>
          <BankDetails amount={sumOf(due)} item={several || !first ? t.payAllItem(due.length) : first.description} />
        </Unfold>
        {several && (
          <div className="ml-auto">
            <Button variant="primary" onPress={() => setAsked(due)}>
              {t.havePaid}
            </Button>
          </div>
        )}
      </div>
      {asked && (
        <ConfirmCommand
          command={payments.markAllAsPaid}
          input={{ paymentIds: asked.map(({ id }) => id) }}
          title={t.havePaid}
          question={t.havePaidQuestion(sumOf(asked))}
          confirmLabel={word.confirm}
          explain={explain}
          onDone={() => toast.success(t.marked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
