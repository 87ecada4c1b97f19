import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import { bills } from '../calls.ts'
import type { BillRow, PauseForm } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { checkPause, LONGEST_REASON } from '../rules.ts'

/** Adds a pause for a person; pauses of the month can be removed. */
export function PauseDialog({ name, row, onClose }: { name: string; row: BillRow; onClose: () => void }) {
  const t = useTexts(texts)
  const { date } = useFormats()
  const add = useCommand(bills.addPause)
  const remove = useCommand(bills.removePause)
  const explain = useRefusalText(refusals)
  const form = useForm<PauseForm>({
    start: { from: '', until: '', reason: '' },
    check: checkPause,
    send: (typed) => add.run({ personId: row.personId, ...typed }),
    explain,
    onDone: () => {
      toast.success(t.pauseSaved)
      onClose()
    },
  })

  async function takeBack(pauseId: string) {
    const outcome = await remove.run({ pauseId })
    if (outcome?.ok) toast.success(t.pauseRemoved)
    else if (outcome) toast.problem(explain(outcome))
  }

  return (
    <FormDialog
      about={row.personId}
      {...{ form, onClose }}
      pending={add.pending}
      title={t.pauseTitle(name)}
      description={t.pauseHint}
      submit={t.save}
    >
      {row.pauses.map(({ id, from, until, reason }) => (
        <div key={id} className="flex items-center justify-between gap-3">
          <span className="text-sm">{t.paused(date(from), date(until), reason)}</span>
          <Button
            size="small"
            variant="quiet"
            aria-label={t.removePause(`${date(from)} – ${date(until)}`)}
            pending={remove.pending}
            onPress={() => void takeBack(id)}
          >
            {t.undo}
          </Button>
        </div>
      ))}
      <FieldRow>
        <DateField label={t.from} required {...form.field('from')} />
        <DateField label={t.until} required {...form.field('until')} />
      </FieldRow>
      <TextField label={t.reason} required maxLength={LONGEST_REASON} {...form.field('reason')} />
    </FormDialog>
  )
}
