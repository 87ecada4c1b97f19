import { useState } from 'react'
import { schedule } from '#studio/schedule/calls.ts'
import type { ScheduleEntry } from '#studio/schedule/contract.ts'
import { refusals as scheduleRefusals } from '#studio/schedule/messages.ts'
import { seriesTexts } from '#studio/schedule/messages/series.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { joined, useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import { deskTexts, takeOffRefusals } from '../messages/desk.ts'
import { AlreadyBegun } from '../parts/AlreadyBegun.tsx'
import { usePlaceTexts } from '../parts/usePlaceTexts.ts'
import { WaitingToo } from '../parts/WaitingToo.tsx'
import { CancelSeries } from './SeriesDialog.tsx'

/** Buttons to cancel an entry, or to delete one without registrations. */
export function TakeOff(props: {
  entry: ScheduleEntry
  /** All upcoming entries of the series, if there are others. */
  series: readonly ScheduleEntry[]
  onGone: () => void
}) {
  const { entry, series, onGone } = props
  const t = useTexts(deskTexts)
  const { adminOnly } = useTexts(words)
  const [asked, setAsked] = useState<'cancel' | 'cancelSeries' | 'delete' | null>(null)
  const whyNot = useMay('manageSchedule') ? undefined : adminOnly
  const close = () => setAsked(null)
  return (
    <Section title={t.takeOff}>
      <Stack>
        {entry.cancelledAt === null && (
          <div className="flex flex-col items-start gap-2">
            <p className="text-sm text-muted">{t.cancelHint}</p>
            <Button
              variant="danger"
              whyDisabled={whyNot}
              onPress={() => setAsked(series.length > 0 ? 'cancelSeries' : 'cancel')}
            >
              {t.cancelEntry}
            </Button>
          </div>
        )}
        <div className="flex flex-col items-start gap-2">
          <p className="text-sm text-muted">{t.deleteHint}</p>
          <Button
            variant="danger"
            whyDisabled={whyNot ?? (entry.registeredCount > 0 ? t.hasRegistrations : undefined)}
            onPress={() => setAsked('delete')}
          >
            {t.delete}
          </Button>
        </div>
      </Stack>
      {asked === 'cancel' && <AskCancel entry={entry} onClose={close} onGone={onGone} />}
      {asked === 'cancelSeries' && <CancelSeries {...{ entry, series }} onClose={close} onCancelled={onGone} />}
      {asked === 'delete' && <AskDelete entry={entry} onClose={close} onGone={onGone} />}
    </Section>
  )
}

interface Asked {
  entry: ScheduleEntry
  onClose: () => void
  onGone: () => void
}

/** Confirmation dialog; afterwards shows where the cancellation can be undone. */
function AskCancel({ entry, onClose, onGone }: Asked) {
  const t = useTexts(deskTexts)
  const { told } = useTexts(seriesTexts)
  const explain = useRefusalText(takeOffRefusals)
  const { when } = usePlaceTexts()
  return (
    <ConfirmCommand
      command={registrations.cancelEntry}
      input={{ scheduleId: entry.id }}
      danger
      title={t.cancelEntry}
      question={t.cancelQuestion(entry.className, when(entry))}
      confirmLabel={t.cancelEntry}
      cancelLabel={t.keep}
      pendingLabel={t.cancelling}
      explain={(refusal) => joined(t.cancelFailed, explain(refusal))}
      onDone={onGone}
      onClose={onClose}
    >
      <p>{t.cancelHint}</p>
      <AlreadyBegun entry={entry} />
      <Told scheduleId={entry.id} words={told} />
    </ConfirmCommand>
  )
}

/** The number of people who will be told. */
function Told({ scheduleId, words }: { scheduleId: string; words: (people: number, teachers: number) => string }) {
  const live = useLive(registrations.toldOfCancellation, { scheduleId })
  if (live.state !== 'ready') return null
  return (
    <p>
      {words(live.answer.people, live.answer.teachers)} <WaitingToo />
    </p>
  )
}

function AskDelete({ entry, onClose, onGone }: Asked) {
  const t = useTexts(deskTexts)
  const explain = useRefusalText(scheduleRefusals)
  const { toldOfOne } = useTexts(seriesTexts)
  const { when } = usePlaceTexts()
  return (
    <ConfirmCommand
      command={schedule.delete}
      input={{ scheduleId: entry.id }}
      danger
      title={t.delete}
      question={t.deleteQuestion(entry.className, when(entry))}
      confirmLabel={t.delete}
      pendingLabel={t.deleting}
      explain={(refusal) => joined(t.deleteFailed, explain(refusal))}
      onDone={({ told }) => {
        toast.success(joined(t.deleted, t.told(told)))
        onGone()
      }}
      onClose={onClose}
    >
      <Told scheduleId={entry.id} words={toldOfOne} />
    </ConfirmCommand>
  )
}
