import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { Section } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import type { Absence } from '../contract.ts'
import { refusals } from '../messages.ts'
import { absenceTexts } from '../messages/absences.ts'

/** Included people who can't come to a class, for staff; nothing if everybody can. */
export function Absentees({ scheduleId }: { scheduleId: string }) {
  const t = useTexts(absenceTexts)
  const { name } = useTexts(words)
  const nameOf = useNameOf()
  const { moment } = useFormats()
  const live = useLive(registrations.absentIn, { scheduleId })
  if (live.state !== 'ready' || live.answer.length === 0) return null
  return (
    <Section
      title={t.staffTitle}
      actions={
        <ExportList
          fileName={t.exportName}
          query={registrations.absentIn}
          input={{ scheduleId }}
          columns={[
            { header: name, csv: nameOf },
            { header: t.saidColumn, csv: ({ at }) => moment(at) },
          ]}
        />
      }
    >
      <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {live.answer.map((absence) => (
          <Row key={absence.userId} scheduleId={scheduleId} absence={absence} />
        ))}
      </ul>
    </Section>
  )
}

function Row({ scheduleId, absence }: { scheduleId: string; absence: Absence }) {
  const t = useTexts(absenceTexts)
  const nameOf = useNameOf()
  const { stamp } = useFormats()
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(registrations.otherComesAfterAll)
  const id = `absent-${absence.userId}`
  const comes = async () => {
    const outcome = await run({ scheduleId, userId: absence.userId })
    if (outcome?.ok) toast.success(t.isBackOf)
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <li aria-labelledby={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <span className="flex min-w-0 flex-col">
        <span id={id} className="font-semibold">
          {nameOf(absence)}
        </span>
        <span className="text-sm text-muted">{t.saidAt(stamp(absence.at))}</span>
      </span>
      <Button size="small" aria-describedby={id} pending={pending} pendingLabel={t.saving} onPress={() => void comes()}>
        {t.comes}
      </Button>
    </li>
  )
}
