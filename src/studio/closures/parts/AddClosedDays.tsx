import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { closures } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { checkClosedDays, type ClosedDays } from '../rules.ts'

/** A day or a span with its reason. */
export function AddClosedDays(props: {
  start: ClosedDays
  /** Whether a confirmation is needed first. */
  asks: (typed: ClosedDays) => Promise<boolean>
  onClose: () => void
}) {
  const { start, asks, onClose } = props
  const t = useTexts(texts)
  const { run, pending } = useCommand(closures.add)
  const form = useForm<ClosedDays>({
    start,
    check: checkClosedDays,
    send: async (typed) => ((await asks(typed)) ? null : await run(typed)),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.added)
      onClose()
    },
  })
  return (
    <FormDialog about="new" {...{ form, pending, onClose }} size="small" title={t.add} submit={t.submit}>
      <FieldRow>
        <DateField label={t.firstDay} required {...form.field('firstDay')} />
        <DateField
          label={t.lastDay}
          min={form.fields.firstDay}
          description={t.lastDayHint}
          {...form.field('lastDay')}
        />
      </FieldRow>
      <TextField label={t.reason} required autoComplete="off" description={t.reasonHint} {...form.field('reason')} />
    </FormDialog>
  )
}
