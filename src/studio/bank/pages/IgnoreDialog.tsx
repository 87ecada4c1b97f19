import { isBlank } from '#kernel/visible.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import { bank } from '../calls.ts'
import type { ShownLine } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { LONGEST_REASON } from '../rules.ts'

export function IgnoreDialog(props: {
  line: ShownLine
  /** Its payer, sum and day. */
  about: string
  onClose: () => void
}) {
  const { line, about, onClose } = props
  const t = useTexts(texts)
  const { run, pending } = useCommand(bank.ignore)
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: isBlank(reason) ? 'reasonMissing' : undefined }),
    send: ({ reason }) => run({ lineId: line.id, reason }),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.ignored)
      onClose()
    },
  })
  return (
    <FormDialog
      about={line.id}
      {...{ form, pending, onClose }}
      size="small"
      title={t.ignoreTitle}
      description={about}
      submit={t.ignore}
    >
      <TextField
        label={t.reason}
        description={t.reasonHint}
        required
        maxLength={LONGEST_REASON}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
