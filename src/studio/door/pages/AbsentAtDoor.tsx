import { registrations } from '#studio/registrations/calls.ts'
import { refusals } from '#studio/registrations/messages.ts'
import { absenceTexts } from '#studio/registrations/messages/absences.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import type { DoorEntry } from '../contract.ts'

/** Included people who said that they can't come; those who come anyway can be let in. */
export function AbsentAtDoor({ entry }: { entry: DoorEntry }) {
  const t = useTexts(absenceTexts)
  // data stored by an older version lacks this field
  const { absent } = entry as Partial<DoorEntry>
  if (!absent?.length) return null
  return (
    <section className="rounded-card border border-dashed border-line-strong px-3 py-2">
      <h2 className="text-sm font-semibold text-muted">{t.staffTitle}</h2>
      <ul className="divide-y divide-line">
        {absent.map((person) => (
          <Absent key={person.userId} scheduleId={entry.id} person={person} />
        ))}
      </ul>
    </section>
  )
}

/** One row, with a command of its own: on a slow network the other rows can still be pressed. */
function Absent({ scheduleId, person }: { scheduleId: string; person: DoorEntry['absent'][number] }) {
  const t = useTexts(absenceTexts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(registrations.otherComesAfterAll)
  const { userId, name } = person
  const comes = async () => {
    const outcome = await run({ scheduleId, userId })
    if (outcome?.ok) toast.success(t.isBackOf)
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <li className="flex min-h-control items-center justify-between gap-3 py-1">
      <span id={`absent-${userId}`}>{name}</span>
      <Button
        size="small"
        variant="quiet"
        aria-describedby={`absent-${userId}`}
        pending={pending}
        onPress={() => void comes()}
      >
        {t.comes}
      </Button>
    </li>
  )
}
