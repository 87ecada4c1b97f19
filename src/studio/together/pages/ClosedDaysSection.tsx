import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { closures } from '#studio/closures/calls.ts'
import type { ListedClosedDays } from '#studio/closures/contract.ts'
import { refusals, texts } from '#studio/closures/messages.ts'
import { AddClosedDays } from '#studio/closures/parts/AddClosedDays.tsx'
import { Holidays } from '#studio/closures/parts/Holidays.tsx'
import { useReasons } from '#studio/closures/parts/useClosedDays.ts'
import type { ClosedDays } from '#studio/closures/rules.ts'
import { courses } from '#studio/courses/calls.ts'
import { registrations } from '#studio/registrations/calls.ts'
import { schedule } from '#studio/schedule/calls.ts'
import { refusals as scheduleRefusals } from '#studio/schedule/messages.ts'
import { seriesTexts } from '#studio/schedule/messages/series.ts'
import { UndoChanges, useChangeText, useUndoable } from '#studio/schedule/parts/UndoChanges.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { askOnce, useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { NameLink } from '#web/ui/LinkButton.tsx'
import { toast } from '#web/ui/toast.ts'
import { UndoAlert } from '#web/ui/UndoAlert.tsx'
import { CancelOnClosedDays, concernedInput, type Closing, type Concerned } from './CancelOnClosedDays.tsx'

type Entries = AnswerOf<typeof schedule.onClosedDays>
type Evenings = AnswerOf<typeof courses.onClosedDays>

const noDays: ClosedDays = { firstDay: '', lastDay: '', reason: '' }

type Asking = Closing & { readonly concerned: Concerned; readonly typed?: ClosedDays | undefined }

const daysOf = ({ days }: Closing) => days.map(({ firstDay }) => firstDay).join(' ')
/** The same button pressed twice asks once. */
const withAsked = (before: readonly Asking[], one: Asking) =>
  before.some((other) => daysOf(other) === daysOf(one)) ? before : [...before, one]

/** The days on which the studio is closed, with the classes and course evenings on them. */
export function ClosedDaysSection() {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const inWords = useReasons()
  const [typing, setTyping] = useState<ClosedDays | null>(null)
  // several days can be pressed before the first answer: the dialogs open one after another
  const [asked, setAsked] = useState<readonly Asking[]>([])
  const [asking] = asked
  const goOn = () => setAsked(([, ...others]) => others)

  /** Opens a dialog about the classes and evenings on these days; resolves to false if there are none. */
  async function asks(closing: Closing, typed?: ClosedDays): Promise<boolean> {
    const found = await askOnce(registrations.concernedByClosing, concernedInput(closing.days))
    if (found.state !== 'ready') {
      toast.problem(explain({ code: 'unexpected' }))
      return true
    }
    const isFree = found.answer.classes.length + found.answer.evenings.length === 0
    if (!isFree) setAsked((before) => withAsked(before, { ...closing, typed, concerned: found.answer }))
    if (!isFree) setTyping(null)
    return !isFree
  }
  return (
    <LiveAnswer query={closures.list} input={{}} shape="text" failed={t.loadFailed}>
      {(closed) => (
        <Card>
          <Undo />
          <p className="text-muted">{closed.length === 0 ? t.none : t.hint}</p>
          {closed.length > 0 && <List closed={closed.map(inWords)} onCancel={asks} />}
          <Cluster>
            <Button icon={<Plus aria-hidden="true" className="size-5" />} onPress={() => setTyping(noDays)}>
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
                  { header: t.reason, csv: (days) => inWords(days).reason },
                ]}
              />
            )}
          </Cluster>
          <Holidays closed={closed} asks={(days) => asks({ days })} />
          {typing && (
            <AddClosedDays
              start={typing}
              asks={(typed) => asks({ days: [typed] }, typed)}
              onClose={() => setTyping(null)}
            />
          )}
          {asking && (
            <CancelOnClosedDays
              key={daysOf(asking)}
              closing={asking}
              concerned={asking.concerned}
              onDone={goOn}
              onClose={() => {
                goOn()
                if (asking.typed) setTyping(asking.typed)
              }}
            />
          )}
        </Card>
      )}
    </LiveAnswer>
  )
}

function List(props: { closed: readonly ListedClosedDays[]; onCancel: (closing: Closing) => Promise<boolean> }) {
  const live = useLive(schedule.onClosedDays, {})
  const entries = live.state === 'ready' ? live.answer : []
  const evenings = useEvenings()
  return (
    <ul className="flex flex-col divide-y divide-line">
      {props.closed.map((days) => (
        <Row
          key={days.id}
          days={days}
          entries={entries.filter(({ closedDaysId }) => closedDaysId === days.id)}
          evenings={evenings.filter(({ closedDaysId }) => closedDaysId === days.id)}
          onCancel={() => props.onCancel({ days: [days], saved: days })}
        />
      ))}
    </ul>
  )
}

function useEvenings(): Evenings {
  const live = useLive(courses.onClosedDays, {})
  return live.state === 'ready' ? live.answer : []
}

function Row(props: {
  days: ListedClosedDays
  entries: Entries
  evenings: Evenings
  onCancel: () => Promise<boolean>
}) {
  const { days, entries, evenings } = props
  const t = useTexts(texts)
  const formats = useFormats()
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(closures.remove)
  const { firstDay, lastDay, reason, extendedBy } = days
  const when =
    firstDay === lastDay
      ? formats.dateOfYear(firstDay)
      : t.span(formats.dateOfYear(firstDay), formats.dateOfYear(lastDay))
  const [goingOn, leftOut] = [
    evenings.filter(({ offAt }) => offAt === null),
    evenings.filter(({ offAt }) => offAt !== null),
  ]
  const counted = t.counted(entries.length, goingOn.length)

  async function remove() {
    const outcome = await run({ id: days.id })
    // within the time for undo, nobody has been told yet
    const back = leftOut.every(({ undoable }) => undoable) ? t.takePlace : t.backAgain
    if (outcome?.ok)
      toast.success([t.removed, leftOut.length > 0 ? back(leftOut.length) : ''].filter(Boolean).join(' '))
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{reason}</p>
        <p className="text-sm text-muted">{when}</p>
        {extendedBy > 0 && <p className="text-sm text-muted">{t.extended(extendedBy)}</p>}
        {counted !== '' && <p className="text-sm font-semibold text-warn">{t.onTheseDays(counted)}</p>}
        {evenings.map(({ id, name, day, registeredCount, offAt }) => (
          <p key={id + day} className="text-sm text-muted">
            <NameLink to="/course/$id" params={{ id }}>
              {name}
            </NameLink>{' '}
            · {(offAt === null ? t.eveningOn : t.eveningOff)(formats.date(day), registeredCount)}
          </p>
        ))}
      </div>
      <span className="flex flex-wrap gap-2">
        {counted !== '' && (
          <Button size="small" onPress={() => void props.onCancel()}>
            {t.cancelAll(counted)}
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
    </li>
  )
}

/** Says which classes and evenings were just cancelled, with an undo button for two minutes. */
function Undo() {
  const evenings = useEvenings().filter(({ undoable }) => undoable)
  const presses = [...new Set(evenings.map(({ offAt }) => offAt))]
  return (
    <>
      <UndoChanges apart={presses} stayClosed={useTexts(texts).stayClosed} />
      {presses.map((at) => (
        <UndoPress key={at} at={at} evenings={evenings.filter(({ offAt }) => offAt === at)} />
      ))}
    </>
  )
}

function UndoPress({ at, evenings }: { at: number | null; evenings: Evenings }) {
  const t = useTexts(texts)
  const series = useTexts(seriesTexts)
  const inWords = useChangeText()
  const explain = useRefusalText(refusals, scheduleRefusals)
  const courseEvenings = useCommand(closures.letCoursesGoOn)
  const classes = useCommand(schedule.undoChange)
  const change = useUndoable().find((one) => one.at === at)
  const names = [...new Set(evenings.map(({ name }) => name))].join(', ')

  async function undo() {
    const ofClasses = change && (await classes.run({ changeId: change.changeId }))
    // even if the classes cannot be restored: then their notice stays
    const ofCourses = await courseEvenings.run({ ids: [...new Set(evenings.map(({ closedDaysId }) => closedDaysId))] })
    const back = [
      ofClasses?.ok ? series.undone(ofClasses.value.undone) : '',
      ofCourses?.ok ? t.takePlace(evenings.length) : '',
    ]
    const refused = [ofClasses, ofCourses].flatMap((outcome) => (outcome && !outcome.ok ? [explain(outcome)] : []))
    const stayClosed = back.some(Boolean) ? [t.stayClosed] : []
    const said = [...back, ...stayClosed, ...refused].filter(Boolean).join(' ')
    if (refused.length > 0) toast.problem(said)
    else if (said) toast.success(said)
  }
  return (
    <UndoAlert
      title={[change ? inWords(change) : '', t.leftOut(evenings.length, names)].filter(Boolean).join(' ')}
      undo={t.undo}
      pending={classes.pending || courseEvenings.pending}
      onUndo={undo}
    >
      {t.lettersWait}
    </UndoAlert>
  )
}
