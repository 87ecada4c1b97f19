import { useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { door } from '../calls.ts'
import { cashRefusals, cashTexts } from '../messages.ts'
import { checkCount } from '../rules.ts'
import { sumOf, Takings } from './CashInBox.tsx'

type HandOver = AnswerOf<typeof door.boxes>['waiting'][number]
type Counted = AnswerOf<typeof door.boxes>['past'][number]

export function HandedOver({ handOver }: { handOver: HandOver }) {
  const t = useTexts(cashTexts)
  const { stamp, euros } = useFormats()
  const counts = useMay('confirmPayments')
  const [counting, setCounting] = useState(false)
  const explain = useRefusalText(cashRefusals)
  const { run: undo, pending: undoing } = useCommand(door.undoHandOver)

  async function putBack() {
    const outcome = await undo({ handOverId: handOver.id })
    if (outcome?.ok) toast.success(t.backInBox(euros(outcome.value.cents)))
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <Card>
      <div>
        <h3 className="text-lg">{handOver.boxName || t.gone}</h3>
        <p className="text-sm text-muted">{stamp(handOver.handedAt)}</p>
      </div>
      <p className="font-display text-2xl font-bold tabular-nums">{euros(handOver.cents)}</p>
      <Takings takings={handOver.takings} />
      {!counts && <p className="text-sm text-muted">{t.waitsForAdmin}</p>}
      <Cluster>
        {counts && (
          <Button variant="primary" onPress={() => setCounting(true)}>
            {t.count}
          </Button>
        )}
        {handOver.undoable && (
          <Button variant="quiet" pending={undoing} onPress={() => void putBack()}>
            {t.undo}
          </Button>
        )}
      </Cluster>
      {counting && <Count handOver={handOver} onClose={() => setCounting(false)} />}
    </Card>
  )
}

function Count({ handOver, onClose }: { handOver: HandOver; onClose: () => void }) {
  const t = useTexts(cashTexts)
  const { euros } = useFormats()
  const { run, pending } = useCommand(door.confirmHandOver)
  const form = useForm<{ counted: number | null; reason: string }>({
    start: { counted: handOver.cents, reason: '' },
    check: (count) => checkCount(handOver.cents, count),
    send: ({ counted, reason }) => run({ handOverId: handOver.id, counted: counted ?? 0, reason }),
    explain: useRefusalText(cashRefusals),
    onDone: () => {
      toast.success(t.confirmed)
      onClose()
    },
  })
  const difference = (form.fields.counted ?? 0) - handOver.cents
  const withCredit = useStudio().features.includes('statements')
  const cancelled = sumOf(handOver.takings.filter((taking) => taking.cancelled))
  const ofCancelled = (withCredit ? t.cancelledBecomesCredit : t.cancelledToReturn)(euros(cancelled))
  return (
    <FormDialog
      about={handOver.id}
      {...{ form, pending, onClose }}
      size="small"
      title={t.countTitle(handOver.boxName || t.gone)}
      description={`${t.countHint(euros(handOver.cents))}${cancelled > 0 ? ` ${ofCancelled}` : ''}`}
      submit={t.confirm}
    >
      <MoneyField label={t.counted} required {...form.field('counted')} />
      {difference !== 0 && <p className="font-semibold text-warn">{t.difference(euros(difference))}</p>}
      {difference !== 0 && <TextField label={t.reason} required {...form.field('reason')} />}
    </FormDialog>
  )
}

export function Past({ all }: { all: readonly Counted[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {all.map((one) => (
        <OneCounted key={one.id} handOver={one} />
      ))}
    </ul>
  )
}

function OneCounted({ handOver }: { handOver: Counted }) {
  const { id, boxName, cents, counted, reason, confirmedAt, undoable } = handOver
  const t = useTexts(cashTexts)
  const { stamp, euros } = useFormats()
  const explain = useRefusalText(cashRefusals)
  const withReceipts = useStudio().features.includes('papers')
  const [asking, setAsking] = useState(false)
  const name = boxName || t.gone
  const question = t.undoCountQuestion(euros(cents))
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2">
      <span className="min-w-40 flex-1">
        {name} <span className="text-sm text-muted">{stamp(confirmedAt ?? 0)}</span>
        {counted !== null && counted !== cents && (
          <span className="block text-sm text-warn">
            {t.difference(euros(counted - cents))}: {reason}
          </span>
        )}
      </span>
      <span className="font-semibold tabular-nums">{euros(counted ?? cents)}</span>
      {undoable && (
        <Button size="small" variant="quiet" aria-label={`${t.undo}: ${name}`} onPress={() => setAsking(true)}>
          {t.undo}
        </Button>
      )}
      {asking && (
        <ConfirmCommand
          command={door.undoConfirmHandOver}
          input={{ handOverId: id }}
          title={t.undoCountTitle}
          question={withReceipts ? `${question} ${t.undoCountReceipts}` : question}
          confirmLabel={t.undo}
          explain={explain}
          onDone={() => toast.success(t.countUndone)}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
