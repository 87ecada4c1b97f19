import { useState } from 'react'
import { schedule } from '#studio/schedule/calls.ts'
import type { ScheduleEntry } from '#studio/schedule/contract.ts'
import { refusals as scheduleRefusals } from '#studio/schedule/messages.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { joined, useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Section } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import { refusals } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { usePlaceTexts } from '../parts/usePlaceTexts.ts'

/** Cancelling an entry, and deleting one without registrations (READINGS R16). */
export function TakeOff({ entry, onGone }: { entry: ScheduleEntry; onGone: () => void }) {
  const t = useTexts(deskTexts)
  const { adminOnly } = useTexts(words)
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null)
  const whyNot = useMay('manageSchedule') ? undefined : adminOnly
  const close = () => setAsked(null)
  return (
    <Section title={t.takeOff}>
      <Stack>
        {entry.cancelledAt === null && (
          <div className="flex flex-col items-start gap-2">
            <p className="text-sm text-muted">{t.cancelHint}</p>
            <Button variant="danger" whyDisabled={whyNot} onPress={() => setAsked('cancel')}>
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
      {asked === 'cancel' && <AskCancel entry={entry} onClose={close} />}
      {asked === 'delete' && <AskDelete entry={entry} onClose={close} onGone={onGone} />}
    </Section>
  )
}

function AskCancel({ entry, onClose }: { entry: ScheduleEntry; onClose: () => void }) {
  const t = useTexts(deskTexts)
  const explain = useRefusalText(refusals)
  const { when } = usePlaceTexts()
  const { run, pending } = useCommand(registrations.cancelEntry)
  const [problem, setProblem] = useState<string | null>(null)
  async function cancel() {
    setProblem(null)
    const outcome = await run({ scheduleId: entry.id })
    if (!outcome) return
    if (!outcome.ok) return setProblem(joined(t.cancelFailed, explain(outcome)))
    toast.success(joined(t.cancelled(outcome.value.ended), t.told(outcome.value.told)))
    onClose()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={t.cancelEntry}
      message={t.cancelQuestion(entry.className, when(entry))}
      confirmLabel={t.cancelEntry}
      cancelLabel={t.keep}
      onConfirm={() => void cancel()}
      onCancel={onClose}
      pending={pending}
      pendingLabel={t.cancelling}
    >
      <p>{t.cancelHint}</p>
      <Told scheduleId={entry.id} />
      {problem && <Alert kind="problem">{problem}</Alert>}
    </ConfirmDialog>
  )
}

/** How many people will be told. */
function Told({ scheduleId }: { scheduleId: string }) {
  const t = useTexts(deskTexts)
  const live = useLive(registrations.toldOfCancellation, { scheduleId })
  return live.state === 'ready' && <p>{t.told(live.answer.people)}</p>
}

function AskDelete(props: { entry: ScheduleEntry; onClose: () => void; onGone: () => void }) {
  const { entry, onClose } = props
  const t = useTexts(deskTexts)
  const { cancel } = useTexts(words)
  const explain = useRefusalText(scheduleRefusals)
  const { when } = usePlaceTexts()
  const { run, pending } = useCommand(schedule.delete)
  const [problem, setProblem] = useState<string | null>(null)
  async function remove() {
    setProblem(null)
    const outcome = await run({ scheduleId: entry.id })
    if (!outcome) return
    if (!outcome.ok) return setProblem(joined(t.deleteFailed, explain(outcome)))
    toast.success(joined(t.deleted, t.told(outcome.value.told)))
    props.onGone()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={t.delete}
      message={t.deleteQuestion(entry.className, when(entry))}
      confirmLabel={t.delete}
      cancelLabel={cancel}
      onConfirm={() => void remove()}
      onCancel={onClose}
      pending={pending}
      pendingLabel={t.deleting}
    >
      <Told scheduleId={entry.id} />
      {problem && <Alert kind="problem">{problem}</Alert>}
    </ConfirmDialog>
  )
}
