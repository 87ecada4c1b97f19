import { useState } from 'react'
import { dateIn, weekdayOf } from '#kernel/time.ts'
import type { Done, Refusal } from '#kernel/result.ts'
import { schedule } from '#studio/schedule/calls.ts'
import type { ScheduleEntry } from '#studio/schedule/contract.ts'
import { refusals as scheduleRefusals } from '#studio/schedule/messages.ts'
import { seriesTexts } from '#studio/schedule/messages/series.ts'
import { SeriesDates, useEditOutcome } from '#studio/schedule/parts/SeriesDates.tsx'
import { entryFormOf } from '#studio/schedule/rules/entry.ts'
import {
  daysMoved,
  inScope,
  MOST_AT_ONCE,
  movesAnything,
  onSaved,
  scopes,
  type Edit,
  type Scope,
} from '#studio/schedule/rules/series.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { joined, useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { registrations } from '../calls.ts'
import { deskTexts, takeOffRefusals } from '../messages/desk.ts'
import { AlreadyBegun } from '../parts/AlreadyBegun.tsx'
import { useIncluded } from '../parts/useIncluded.ts'
import { WaitingToo } from '../parts/WaitingToo.tsx'

interface Props {
  entry: ScheduleEntry
  /** All upcoming entries of the series, including this one. */
  series: readonly ScheduleEntry[]
  onClose: () => void
}

/** Refusals shown by the form instead of the dialog. */
const ofForm = ['invalidFields', 'editedMeanwhile', 'entryCancelled', 'scheduleNotFound']

/** Asks which entries of a series an edit applies to, and saves it. */
export function EditSeries(
  props: Props & {
    edit: Edit
    /** Called if only this entry was saved, or with a refusal that the form shows. */
    onAnswer: (outcome: Done<unknown> | Refusal) => void
    /** Called after several entries were changed. */
    onChanged: () => void
  },
) {
  const { entry, edit } = props
  const t = useTexts(seriesTexts)
  const one = useCommand(schedule.update)
  const several = useCommand(schedule.editSeries)
  const { timeZone } = useStudio()
  // others may have saved meanwhile: show what would be stored, but send the values the form started with
  const shown = onSaved(entryFormOf(entry, timeZone), edit)
  const [problem, setProblem] = useState<Refusal | null>(null)

  async function change(chosen: readonly ScheduleEntry[], scope: Scope) {
    setProblem(null)
    const input = { scheduleId: entry.id, ...edit.typed, before: edit.before }
    const outcome =
      scope === 'one' ? await one.run(input) : await several.run({ ...input, scheduleIds: chosen.map(({ id }) => id) })
    if (!outcome) return
    if (!outcome.ok && !ofForm.includes(outcome.code)) return setProblem(outcome)
    if (outcome.ok && scope !== 'one') props.onChanged()
    else props.onAnswer(outcome)
  }
  return (
    <Which
      {...props}
      edit={shown}
      title={t.editTitle}
      pending={one.pending || several.pending}
      pendingLabel={t.editing}
      label={t.edit}
      problem={problem}
      onPress={change}
      moves={movesAnything(shown.before, shown.typed)}
    />
  )
}

/** Asks which entries of a series to cancel, and cancels them. */
export function CancelSeries(props: Props & { onCancelled: () => void }) {
  const { entry } = props
  const t = useTexts(seriesTexts)
  const one = useCommand(registrations.cancelEntry)
  const several = useCommand(schedule.cancelSeries)
  const [problem, setProblem] = useState<Refusal | null>(null)

  async function cancel(chosen: readonly ScheduleEntry[], scope: Scope) {
    setProblem(null)
    const scheduleId = entry.id
    const outcome =
      scope === 'one'
        ? await one.run({ scheduleId })
        : await several.run({ scheduleId, scheduleIds: chosen.map(({ id }) => id) })
    if (outcome?.ok) props.onCancelled()
    else if (outcome) setProblem(outcome)
  }
  return (
    <Which
      {...props}
      edit={null}
      title={t.cancelTitle}
      pending={one.pending || several.pending}
      pendingLabel={t.cancelling}
      label={t.cancel}
      problem={problem}
      onPress={cancel}
      moves
    />
  )
}

function Which(
  props: Props & {
    edit: Edit | null
    title: string
    label: (classes: number) => string
    pending: boolean
    pendingLabel: string
    problem: Refusal | null
    onPress: (chosen: readonly ScheduleEntry[], scope: Scope) => Promise<void>
    /** Whether participants must be told. */
    moves: boolean
  },
) {
  const { entry, series, edit, problem } = props
  const t = useTexts(seriesTexts)
  const desk = useTexts(deskTexts)
  const { cancel } = useTexts(words)
  const explainEdit = useRefusalText(scheduleRefusals)
  const explainCancel = useRefusalText(scheduleRefusals, takeOffRefusals)
  const { timeZone } = useStudio()
  const [scope, setScope] = useState<Scope>('one')
  const { weekly } = useFormats()
  const [turned, setTurned] = useState<Readonly<Record<string, boolean>>>({})
  const weekday = (one: ScheduleEntry) => weekdayOf(dateIn(timeZone, one.startsAt))
  const onOtherDay = (one: ScheduleEntry) => weekday(one) !== weekday(entry)
  const dayMoves = edit !== null && daysMoved(edit.before, edit.typed) !== 0
  // as many days later, classes of other weekdays would land on days that nobody meant
  const [onlyThisDay = dayMoves, setOnlyThisDay] = useState<boolean>()
  const isLeftOut = (one: ScheduleEntry) => one.id !== entry.id && (turned[one.id] ?? (onlyThisDay && onOtherDay(one)))
  const meant = inScope(entry, series, scope)
  const chosenOf = (one: Scope) => inScope(entry, series, one).filter((each) => !isLeftOut(each))
  const chosen = chosenOf(scope)
  const leaveOut = meant.filter(isLeftOut).map(({ id }) => id)
  const explain = edit ? explainEdit : explainCancel
  const included = useIncluded(entry.id)
  const outcome = useEditOutcome(meant, edit, isLeftOut, included)
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      pending={props.pending}
      footer={
        <>
          <Button
            variant={edit ? 'primary' : 'danger'}
            pending={props.pending}
            pendingLabel={props.pendingLabel}
            whyDisabled={chosen.length > MOST_AT_ONCE ? t.tooMany(MOST_AT_ONCE) : outcome.whyNot}
            onPress={() => void props.onPress(chosen, scope)}
          >
            {props.label(chosen.length)}
          </Button>
          <Button variant="quiet" onPress={props.onClose} disabled={props.pending}>
            {edit ? cancel : desk.keep}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioCards
          label={t.which}
          name="scope"
          value={scope}
          onChange={setScope}
          options={scopes.map((value) => ({
            value,
            title: t[value],
            aside: t.classes(chosenOf(value).length),
          }))}
        />
        {meant.some(onOtherDay) && (
          <CheckboxField
            label={t.onlyOn(weekly(weekday(entry)))}
            description={dayMoves && onlyThisDay ? t.otherWeekdays : undefined}
            checked={onlyThisDay}
            onChange={(only) => {
              setOnlyThisDay(only)
              // single dates of other weekdays follow it again
              const others = new Set(series.filter(onOtherDay).map(({ id }) => id))
              setTurned((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !others.has(id))))
            }}
          />
        )}
        {!edit && (
          <p className="text-sm text-muted">
            {desk.cancelHint} <WaitingToo />
          </p>
        )}
        {!edit && chosen.some(({ id }) => id === entry.id) && <AlreadyBegun entry={entry} />}
        {props.moves ? (
          <Told {...{ scheduleId: entry.id, scope, leaveOut }} waits={scope !== 'one' || !edit} />
        ) : (
          <p>{t.told(0, 0)}</p>
        )}
        {problem && <Alert kind="problem">{joined(edit ? t.failed : desk.cancelFailed, explain(problem))}</Alert>}
        <SeriesDates
          entry={entry}
          entries={meant}
          included={included}
          outcome={outcome}
          isLeftOut={isLeftOut}
          onChoose={(one, wanted) => setTurned((before) => ({ ...before, [one.id]: !wanted }))}
        />
      </div>
    </Dialog>
  )
}

/** The number of people who will be told. */
function Told({ waits, ...asked }: { scheduleId: string; scope: Scope; leaveOut: string[]; waits: boolean }) {
  const t = useTexts(seriesTexts)
  const live = useLive(registrations.toldOfSeries, asked)
  if (live.state !== 'ready') return null
  const { people, teachers } = live.answer
  return <p>{waits ? t.told(people, teachers) : t.toldOfOne(people, teachers)}</p>
}
