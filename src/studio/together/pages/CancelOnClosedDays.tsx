import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { texts as planTexts, refusals } from '#studio/closures/messages.ts'
import { spanOf, type ClosedDays } from '#studio/closures/rules.ts'
import { registrations } from '#studio/registrations/calls.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { toast } from '#web/ui/toast.ts'

export type Concerned = AnswerOf<typeof registrations.concernedByClosing>

/** The input of the query for classes and evenings on these days. */
export const concernedInput = (days: readonly ClosedDays[]): InputOf<typeof registrations.concernedByClosing> => ({
  days: days.map(spanOf).map(({ firstDay, lastDay }) => ({ firstDay, lastDay })),
})

type Choice = { choice: 'cancel' | 'goOn'; extendBy: number | null }

/** Days that are about to be closed, or closed days that exist already (`saved`). */
export interface Closing {
  readonly days: readonly ClosedDays[]
  readonly saved?: { readonly id: string; readonly extendedBy: number }
}

/**
 * Lists the classes and evenings on closed days before they are cancelled; on days that are only about to be closed,
 * they may also be kept.
 */
export function CancelOnClosedDays(props: {
  closing: Closing
  concerned: Concerned
  onClose: () => void
  onDone: () => void
}) {
  const { days, saved } = props.closing
  const t = useTexts(planTexts)
  const close = useCommand(registrations.closeDays)
  const cancel = useCommand(registrations.cancelOnClosedDays)
  // only what is listed is cancelled
  const live = useLive(registrations.concernedByClosing, concernedInput(days))
  const concerned = live.state === 'ready' ? live.answer : props.concerned
  const { classes, evenings, people, passes } = concerned
  const scheduleIds = classes.map(({ id }) => id)
  const form = useForm<Choice>({
    start: { choice: 'cancel', extendBy: 0 },
    check: ({ choice, extendBy }) => (choice === 'cancel' && extendBy === null ? { extendBy: 'fieldMissing' } : {}),
    send: async ({ choice, extendBy }) => {
      const what = { scheduleIds, extendBy: choice === 'cancel' ? (extendBy ?? 0) : 0 }
      const outcome = saved
        ? await cancel.run({ ...what, closedDaysId: saved.id })
        : await close.run({ ...what, days: [...days], cancel: choice === 'cancel' })
      if (outcome?.ok) {
        const { cancelled, evenings, extended } = outcome.value
        const inAll = t.counted(cancelled, evenings)
        const said = [
          saved ? '' : t.added,
          inAll ? t.cancelled(inAll) : '',
          extended > 0 ? t.toExtend(extended) : '',
        ].filter(Boolean)
        if (said.length > 0) toast.success(said.join(' '))
      }
      return outcome
    },
    explain: useRefusalText(refusals),
    onDone: props.onDone,
  })
  const cancels = saved !== undefined || form.fields.choice === 'cancel'
  const mayExtend = cancels && classes.length > 0 && days.length === 1 && (saved?.extendedBy ?? 0) === 0
  const counted = t.counted(classes.length, evenings.length)
  const [first, ...more] = days
  return (
    <FormDialog
      about={saved?.id ?? days.map(({ firstDay }) => firstDay).join(' ')}
      form={form}
      pending={close.pending || cancel.pending}
      onClose={props.onClose}
      danger={cancels}
      title={first && more.length === 0 ? t.cancelTitle(first.reason) : t.severalTitle(days.length)}
      description={saved ? t.cancelHint : t.falls(counted)}
      submit={saved ? t.cancelAll(counted) : cancels ? t.closeAndCancel(counted) : t.submit}
    >
      <What concerned={concerned} />
      <p className="font-semibold">{t.concerned(people)}</p>
      {!saved && (
        <RadioCards
          label={t.whatNow}
          required
          options={[
            { value: 'cancel', title: t.cancelAll(counted), detail: t.cancelHint },
            { value: 'goOn', title: t.goOn, detail: t.goOnHint },
          ]}
          {...form.field('choice')}
        />
      )}
      {mayExtend && (
        <NumberField
          label={t.extendBy(form.fields.extendBy ?? 0)}
          required
          min={0}
          max={60}
          description={t.extendByHint(passes)}
          {...form.field('extendBy')}
        />
      )}
    </FormDialog>
  )
}

function What({ concerned: { classes, evenings } }: { concerned: Concerned }) {
  const t = useTexts(planTexts)
  const formats = useFormats()
  const lines = [
    ...classes.map(({ id, className, startsAt, endsAt, people }) => {
      return { key: id, name: className, when: formats.dayAndTimes(startsAt, endsAt), people }
    }),
    ...evenings.map(({ id, name, day, people }) => {
      return { key: id + day, name, when: `${formats.date(day)} · ${t.course}`, people }
    }),
  ]
  return (
    <ul className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto max-sm:max-h-44">
      {lines.map(({ key, name, when, people }) => (
        <li key={key} className="flex flex-wrap justify-between gap-x-3 py-2">
          <span className="font-semibold">{name}</span>
          <span className="text-muted">
            {when} · {t.coming(people)}
          </span>
        </li>
      ))}
    </ul>
  )
}
