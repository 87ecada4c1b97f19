import { useState } from 'react'
import type { Cents } from '#kernel/money.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import { payments } from '../calls.ts'
import { creditRefusals, texts } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { paidByCredit, waysBack, type WayBack } from '../rules.ts'
import { SpendCredit } from './SpendCredit.tsx'

/** The credit of a person's payer and its changes: admins use it for what is due, or note that it was paid back. */
export function UserCredit({ userId }: { userId: string }) {
  const t = useTexts(texts)
  const desk = useTexts(deskTexts)
  const { adminOnly } = useTexts(words)
  const explain = useRefusalText(creditRefusals)
  const { dateOfYear, euros } = useFormats()
  const live = useLive(payments.creditFor, { userId })
  const whyDisabled = useMay('confirmPayments') ? undefined : adminOnly
  const [asking, setAsking] = useState(false)
  const [payingBack, setPayingBack] = useState(false)
  const [mistaken, setMistaken] = useState<{ changeId: number; cents: Cents } | null>(null)
  if (live.state !== 'ready') return null
  const { credit, due, open, changes } = live.answer
  if (changes.length === 0) return null

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <p className="font-semibold">
          {t.credit} {euros(credit)}
        </p>
        {credit > 0 && due > 0 && (
          <Button size="small" whyDisabled={whyDisabled} onPress={() => setAsking(true)}>
            {t.payWithCredit(Math.min(credit, due))}
          </Button>
        )}
        {credit > 0 && (
          <Button size="small" variant="quiet" whyDisabled={whyDisabled} onPress={() => setPayingBack(true)}>
            {desk.payBack}
          </Button>
        )}
      </div>
      <ul aria-label={desk.creditChanges} className="text-sm text-muted">
        {changes.map(({ id, day, cents, source, what }) => (
          <li key={id} id={`credit-${id}`} className="flex flex-wrap items-center gap-x-2">
            <Dotted>
              {[dateOfYear(day), `${cents > 0 ? '+' : '−'}${euros(Math.abs(cents))}`, desk.creditChange[source](what)]}
            </Dotted>
            {source === 'paidBack' && (
              <Button
                size="small"
                variant="quiet"
                flush="onPhone"
                whyDisabled={whyDisabled}
                aria-describedby={`credit-${id}`}
                onPress={() => setMistaken({ changeId: id, cents: -cents })}
              >
                {desk.undoPaidBack}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <SpendCredit
          command={payments.spendCreditOf}
          input={{ userId }}
          shares={paidByCredit(credit, open)}
          onDone={({ used }) => toast.success(t.creditUsed(used))}
          onClose={() => setAsking(false)}
        />
      )}
      {mistaken && (
        <ConfirmCommand
          command={payments.undoPaidBack}
          input={{ userId, changeId: mistaken.changeId }}
          title={desk.undoPaidBackTitle}
          question={desk.undoPaidBackQuestion(euros(mistaken.cents))}
          confirmLabel={desk.undoPaidBack}
          explain={explain}
          onDone={() => toast.success(desk.paidBackUndone(euros(mistaken.cents)))}
          onClose={() => setMistaken(null)}
        />
      )}
      {payingBack && <PayBack userId={userId} credit={credit} onClose={() => setPayingBack(false)} />}
    </div>
  )
}

function PayBack({ userId, credit, onClose }: { userId: string; credit: Cents; onClose: () => void }) {
  const desk = useTexts(deskTexts)
  const { run, pending } = useCommand(payments.payBackCredit)
  const { methods } = useTexts(texts)
  const form = useForm<{ cents: Cents | null; way: WayBack }>({
    start: { cents: credit, way: 'bankTransfer' },
    check: ({ cents }) => ({
      cents: cents === null || cents <= 0 ? 'amountMissing' : cents > credit ? 'noCredit' : undefined,
    }),
    send: ({ cents, way }) => run({ userId, cents: cents ?? 0, way }),
    explain: useRefusalText(creditRefusals),
    onDone: () => {
      toast.success(desk.paidBack)
      onClose()
    },
  })
  return (
    <FormDialog
      about={userId}
      {...{ form, pending, onClose }}
      size="small"
      title={desk.payBack}
      description={desk.payBackHint}
      submit={desk.payBack}
    >
      <MoneyField label={desk.payBackSum} required {...form.field('cents')} />
      <SelectField
        label={desk.payBackWay}
        required
        options={waysBack.map((value) => ({ value, label: methods[value] }))}
        {...form.field('way')}
      />
    </FormDialog>
  )
}
