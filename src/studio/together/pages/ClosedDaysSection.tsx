import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { closures } from '#studio/closures/calls.ts'
import { refusals, texts } from '#studio/closures/messages.ts'
import { AddClosedDays } from '#studio/closures/parts/AddClosedDays.tsx'
import { Holidays } from '#studio/closures/parts/Holidays.tsx'
import { courses } from '#studio/courses/calls.ts'
import { registrations } from '#studio/registrations/calls.ts'
import { schedule } from '#studio/schedule/calls.ts'
import { UndoChanges } from '#studio/schedule/parts/UndoChanges.tsx'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useLive } from '#web/live/useLive.ts'
import { joined, useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { NameLink } from '#web/ui/LinkButton.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { toast } from '#web/ui/toast.ts'

type Closed = AnswerOf<typeof closures.list>[number]
type Standing = AnswerOf<typeof schedule.onClosedDays>
type Evenings = AnswerOf<typeof courses.onClosedDays>

/** Days on which the studio is closed, and the classes that still stand on them. */
export function ClosedDaysSection() {
  const t = useTexts(texts)
  const [adding, setAdding] = useState(false)
  return (
    <LiveAnswer query={closures.list} input={{}} shape="text" failed={t.loadFailed}>
      {(closed) => (
        <Card>
          <UndoChanges />
          <p className="text-muted">{closed.length === 0 ? t.none : t.hint}</p>
          {closed.length > 0 && <List closed={closed} />}
          <Cluster>
            <Button icon={<Plus aria-hidden="true" className="size-5" />} onPress={() => setAdding(true)}>
              {t.add}
            </Button>
            {closed.length > 0 && (
              <ExportList
                fileName={t.exportName}
                query={closures.list}
                input={{}}
                columns={[
                  { header: t.firstDay, csv: ({ firstDay }) => firstDay },
                  { header: t.lastDay, csv: ({ lastDay }) => lastDay },
                  { header: t.reason, csv: ({ reason }) => reason },
                ]}
              />
            )}
          </Cluster>
          <Holidays closed={closed} />
          {adding && <AddClosedDays onClose={() => setAdding(false)} />}
        </Card>
      )}
    </LiveAnswer>
  )
}

function List({ closed }: { closed: readonly Closed[] }) {
  const live = useLive(schedule.onClosedDays, {})
  const standing = live.state === 'ready' ? live.answer : []
  const liveEvenings = useLive(courses.onClosedDays, {})
  const evenings = liveEvenings.state === 'ready' ? liveEvenings.answer : []
  return (
    <ul className="flex flex-col divide-y divide-line">
      {closed.map((days) => (
        <Row
          key={days.id}
          days={days}
          standing={standing.filter(({ closedDaysId }) => closedDaysId === days.id)}
          evenings={evenings.filter(({ closedDaysId }) => closedDaysId === days.id)}
        />
      ))}
    </ul>
  )
}

function Row(props: { days: Closed; standing: Standing; evenings: Evenings }) {
  const { days, standing, evenings } = props
  const t = useTexts(texts)
  const formats = useFormats()
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(closures.remove)
  // what was listed when the dialog opened is what it cancels
  const [cancelling, setCancelling] = useState<Standing | null>(null)
  const { firstDay, lastDay, reason, extendedBy } = days
  const when =
    firstDay === lastDay
      ? formats.dateOfYear(firstDay)
      : t.span(formats.dateOfYear(firstDay), formats.dateOfYear(lastDay))

  async function remove() {
    const outcome = await run({ id: days.id })
    if (outcome?.ok) toast.success(t.removed)
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{reason}</p>
        <p className="text-sm text-muted">{when}</p>
        {extendedBy > 0 && <p className="text-sm text-muted">{t.extended(extendedBy)}</p>}
        {standing.length > 0 && <p className="text-sm font-semibold text-warn">{t.standing(standing.length)}</p>}
        {evenings.map(({ id, name, day, registeredCount }) => (
          <p key={id + day} className="text-sm text-muted">
            <NameLink to="/course/$id" params={{ id }}>
              {name}
            </NameLink>{' '}
            · {t.eveningOff(formats.date(day), registeredCount)}
          </p>
        ))}
      </div>
      <span className="flex flex-wrap gap-2">
        {standing.length > 0 && (
          <Button size="small" onPress={() => setCancelling(standing)}>
            {t.cancelClasses(standing.length)}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          aria-label={t.removeOf(reason)}
          pending={pending}
          onPress={() => void remove()}
        >
          {t.remove}
        </Button>
      </span>
      {cancelling && <CancelClasses days={days} standing={cancelling} onClose={() => setCancelling(null)} />}
    </li>
  )
}

/** Lists the classes before they are cancelled in one press. */
function CancelClasses({ days, standing, onClose }: { days: Closed; standing: Standing; onClose: () => void }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { run, pending } = useCommand(registrations.cancelOnClosedDays)
  const scheduleIds = standing.map(({ id }) => id)
  const live = useLive(registrations.concernedByClosing, { closedDaysId: days.id, scheduleIds })
  const concerned = live.state === 'ready' ? live.answer : null
  const comingText = (id: string) => {
    const found = concerned?.classes.find((one) => one.id === id)
    return found && t.coming(found.people)
  }
  const form = useForm<{ extendBy: number | null }>({
    start: { extendBy: 0 },
    check: ({ extendBy }) => (extendBy === null ? { extendBy: 'fieldMissing' } : {}),
    send: async ({ extendBy }) => {
      const outcome = await run({ closedDaysId: days.id, scheduleIds, extendBy: extendBy ?? 0 })
      if (outcome?.ok) {
        const { cancelled, extended } = outcome.value
        toast.success(joined(t.cancelled(cancelled), extended > 0 ? t.toExtend(extended) : ''))
      }
      return outcome
    },
    explain: useRefusalText(refusals),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...{ form, pending, onClose }}
      danger
      title={t.cancelTitle(days.reason)}
      description={t.cancelHint}
      submit={t.cancelClasses(standing.length)}
    >
      <ul className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto">
        {standing.map((entry) => (
          <li key={entry.id} className="flex flex-wrap justify-between gap-x-3 py-2">
            <span className="font-semibold">{entry.className}</span>
            <span className="text-muted">
              {[formats.dayAndTimes(entry.startsAt, entry.endsAt), comingText(entry.id)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {concerned && <p className="font-semibold">{t.concerned(concerned.people)}</p>}
      {days.extendedBy === 0 && (
        <NumberField
          label={t.extendBy(form.fields.extendBy ?? 0)}
          required
          min={0}
          max={60}
          {...(concerned && { description: t.extendByHint(concerned.passes) })}
          {...form.field('extendBy')}
        />
      )}
    </FormDialog>
  )
}
