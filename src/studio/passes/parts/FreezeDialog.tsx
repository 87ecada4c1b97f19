import { addDays, dateIn, isDate, type Instant } from '#kernel/time.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow, useStudio, useToday } from '#web/studio.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import { passes } from '../calls.ts'
import type { ComingClass } from '../contract.ts'
import { freezeTexts, refusals } from '../messages.ts'
import { checkFreeze, daysOf, inside, type FreezeForm } from '../rules.ts'
import { GivenBack } from './GivenBack.tsx'

/** The parts of a pass that the freeze form needs. */
interface Frozen {
  readonly id: string
  readonly membershipName: string
  readonly validUntil: Instant
}

interface Props {
  pass: Frozen
  coming: readonly ComingClass[]
  onClose: () => void
}

/** Dialog in which staff freeze a pass. */
export function FreezeDialog({ pass, coming, onClose }: Props) {
  const t = useTexts(freezeTexts)
  const { timeZone } = useStudio()
  const { dayOfYear } = useFormats()
  const { run, pending } = useCommand(passes.freeze)
  const form = useFreezeForm(pass, onClose, async (typed) => {
    const scheduleIds = inside(coming, typed, timeZone).map(({ scheduleId }) => scheduleId)
    const outcome = await run({ purchaseId: pass.id, ...typed, scheduleIds })
    if (outcome?.ok) toast.success(t.done(dayOfYear(outcome.value.validUntil)))
    return outcome
  })
  return (
    <FormDialog
      about={pass.id}
      {...{ form, pending, onClose }}
      title={t.freezeOf(pass.membershipName)}
      description={t.freezeHint}
      submit={t.freeze}
    >
      <Fields {...{ form, pass, coming }} />
    </FormDialog>
  )
}

/** Dialog in which the pass's owner or a guardian asks for a freeze. */
export function AskForFreezeDialog({ pass, coming, personId, onClose }: Props & { personId: string | undefined }) {
  const t = useTexts(freezeTexts)
  const { run, pending } = useCommand(passes.ask)
  const form = useFreezeForm(pass, onClose, async (typed) => {
    const outcome = await run({ id: pass.id, ...typed, ...(personId !== undefined && { personId }) })
    if (outcome?.ok) toast.success(t.sent)
    return outcome
  })
  return (
    <FormDialog
      about={pass.id}
      {...{ form, pending, onClose }}
      title={t.freezeOf(pass.membershipName)}
      description={t.askHint}
      submit={t.ask}
    >
      <Fields {...{ form, pass, coming }} />
    </FormDialog>
  )
}

function useFreezeForm(pass: Frozen, onDone: () => void, send: Parameters<typeof useForm<FreezeForm>>[0]['send']) {
  const { timeZone } = useStudio()
  const now = useNow()
  return useForm<FreezeForm>({
    start: { firstDay: '', lastDay: '', reason: '' },
    check: (typed) => checkFreeze(typed, pass.validUntil, timeZone, now),
    send,
    explain: useRefusalText(refusals),
    onDone,
  })
}

/** Fields for the days and the reason; below them the new end, and the classes that will be given back. */
function Fields({ form, pass, coming }: Omit<Props, 'onClose'> & { form: ReturnType<typeof useFreezeForm> }) {
  const t = useTexts(freezeTexts)
  const { timeZone } = useStudio()
  const { dateOfYear } = useFormats()
  const today = useToday()
  const { firstDay, lastDay } = form.fields
  const whole = isDate(firstDay) && isDate(lastDay) && firstDay <= lastDay
  const given = whole ? inside(coming, { firstDay, lastDay }, timeZone) : []
  const count = whole ? daysOf({ firstDay, lastDay }) : 0
  return (
    <>
      <FieldRow>
        <DateField label={t.firstDay} required min={today} {...form.field('firstDay')} />
        <DateField label={t.lastDay} required min={firstDay || today} {...form.field('lastDay')} />
      </FieldRow>
      <TextField label={t.reason} required {...form.field('reason')} />
      {whole && <p>{t.newEnd(dateOfYear(addDays(dateIn(timeZone, pass.validUntil), count)), count)}</p>}
      <GivenBack classes={given} title={t.givenBack(given.length)} />
    </>
  )
}
