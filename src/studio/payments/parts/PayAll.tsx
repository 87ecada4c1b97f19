import { useState } from 'react'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Price } from '#web/ui/Price.tsx'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import type { OwnPayment } from '../contract.ts'
import { markFailures, refusals, texts } from '../messages.ts'
import { isDue, restOf } from '../rules.ts'
import { BankDetails } from './BankDetails.tsx'

/** Where several payments wait for a bank transfer: one sum, and one word that it is paid. */
export function PayAll({ own }: { own: readonly OwnPayment[] }) {
  const t = useTexts(texts)
  const word = useTexts(words)
  const { bankAccount } = useStudio()
  const explain = useRefusalText(markFailures, refusals)
  const [asked, setAsked] = useState<readonly OwnPayment[] | null>(null)
  const due = own.filter((payment) => isDue(payment) && payment.paymentMethod === 'bankTransfer')
  const sumOf = (some: readonly OwnPayment[]) => some.reduce((sum, payment) => sum + restOf(payment), 0)
  if (!bankAccount || due.length < 2) return null
  return (
    <Card tone="accent">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg">{t.payAll(due.length)}</h3>
        <p className="font-display text-xl font-bold">
          <Price cents={sumOf(due)} />
        </p>
      </div>
      <p className="text-sm text-muted">{t.payAllHint}</p>
      <BankDetails amount={sumOf(due)} item={t.payAllItem(due.length)} />
      <div>
        <Button variant="primary" onPress={() => setAsked(due)}>
          {t.havePaid}
        </Button>
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
