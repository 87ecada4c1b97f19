import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import { passes } from '../calls.ts'
import type { ComingClass, Freeze } from '../contract.ts'
import { freezeTexts, refusals } from '../messages.ts'
import { checkWords, inside } from '../rules.ts'
import { GivenBack } from './GivenBack.tsx'
import { useSpan } from './useSpan.ts'

interface Props {
  freeze: Freeze
  /** Name of the pass's owner, or of the pass. */
  name: string
  coming: readonly ComingClass[]
  onClose: () => void
}

/** Dialog in which staff approve a requested freeze; lists the classes that will be given back. */
export function ApproveFreeze({ freeze, name, coming, onClose }: Props) {
  const t = useTexts(freezeTexts)
  const { timeZone } = useStudio()
  const { dayOfYear } = useFormats()
  const span = useSpan()
  const { run, pending } = useCommand(passes.approve)
  const given = inside(coming, freeze, timeZone)
  const form = useForm({
    start: { answer: '' },
    check: ({ answer }) => (answer.trim() === '' ? {} : checkWords(answer, 'answer')),
    send: async ({ answer }) => {
      const scheduleIds = given.map(({ scheduleId }) => scheduleId)
      const outcome = await run({ freezeId: freeze.id, answer, scheduleIds })
      if (outcome?.ok) toast.success(t.done(dayOfYear(outcome.value.validUntil)))
      return outcome
    },
    explain: useRefusalText(refusals),
    onDone: onClose,
  })
  return (
    <FormDialog
      about={freeze.id}
      {...{ form, pending, onClose }}
      title={t.approveTitle(name)}
      description={`${span(freeze)}: ${freeze.reason}`}
      submit={t.approve}
    >
      <GivenBack classes={given} title={t.givenBack(given.length)} />
      <TextField label={t.answerOptional} {...form.field('answer')} />
    </FormDialog>
  )
}

export function RefuseFreeze({ freeze, name, onClose }: Omit<Props, 'coming'>) {
  const t = useTexts(freezeTexts)
  const span = useSpan()
  const { run, pending } = useCommand(passes.refuse)
  const form = useForm({
    start: { answer: '' },
    check: ({ answer }) => checkWords(answer, 'answer'),
    send: ({ answer }) => run({ freezeId: freeze.id, answer }),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.refused)
      onClose()
    },
  })
  return (
    <FormDialog
      about={freeze.id}
      {...{ form, pending, onClose }}
      title={t.refuseTitle(name)}
      description={`${span(freeze)}: ${freeze.reason}`}
      submit={t.refuse}
    >
      <TextField label={t.answer} required description={t.refuseHint} {...form.field('answer')} />
    </FormDialog>
  )
}
