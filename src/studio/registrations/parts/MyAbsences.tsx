import { withoutHeld, type WaitingSlot } from '#studio/courses/parts/waitingSlot.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { hasStarted, isFull } from '#studio/schedule/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLives } from '#web/live/useLives.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dotted, Whose } from '#web/ui/Dotted.tsx'
import { Line, Lines } from '#web/ui/Lines.tsx'
import { Section } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import type { OwnAbsence } from '../contract.ts'
import { refusals } from '../messages.ts'
import { absenceTexts, backFailures } from '../messages/absences.ts'
import { useTermsFirst } from '#studio/accounts/parts/useTermsFirst.ts'
import { useWhyNotBack } from './useWhyNotBack.ts'

type Absence = OwnAbsence & { readonly person: FamilyPerson }

/** Dashboard: included classes to which one of the family can't come; nothing if there are none. */
export function MyAbsences({ waiting }: { waiting: WaitingSlot | undefined }) {
  const t = useTexts(absenceTexts)
  const now = useNow()
  const { rows, isFamily } = useFamilyRows(registrations.absentFrom)
  const coming = rows.filter((row) => !hasStarted(row, now)).toSorted((a, b) => a.startsAt - b.startsAt)
  const ids = [...new Set(coming.map(({ scheduleId }) => scheduleId))]
  const entries = useLives(
    registrations.entry,
    ids.map((id) => ({ id })),
  ).flatMap((live) => (live.state === 'ready' && live.answer ? [live.answer] : []))
  const isTaken = ({ scheduleId, person }: Absence) => {
    const entry = entries.find(({ id }) => id === scheduleId)
    return entry !== undefined && isFull(waiting?.holds(scheduleId, person.personId) ? withoutHeld(entry) : entry)
  }
  if (coming.length === 0) return null
  return (
    <Section title={t.mine}>
      <Lines label={t.mine}>
        {coming.map((row) => (
          <Row key={`${row.scheduleId} ${row.person.personId}`} row={row} named={isFamily} taken={isTaken(row)} />
        ))}
      </Lines>
    </Section>
  )
}

/** `taken`: the place is somebody else's, or held for them. */
function Row({ row, named, taken }: { row: Absence; named: boolean; taken: boolean }) {
  const { person, scheduleId } = row
  const t = useTexts(absenceTexts)
  const formats = useFormats()
  const explain = useRefusalText(backFailures, refusals)
  const { run, pending } = useCommand(registrations.comeAfterAll)
  const whyNotBack = useWhyNotBack()
  const termsFirst = useTermsFirst()
  const id = `away-${scheduleId}-${person.personId}`
  const comeBack = async () => {
    const outcome = await run({ scheduleId, ...askFor(person) })
    if (outcome?.ok) toast.success(person.own ? t.isBack : t.isBackOf)
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <Line
      id={id}
      name={row.className}
      long
      more={
        <Dotted>
          {named && <Whose name={person.displayName} />}
          {formats.dayAndTimes(row.startsAt, row.endsAt)}
        </Dotted>
      }
      actions={
        person.rights.canBook && (
          <Button
            size="small"
            variant="quiet"
            aria-describedby={id}
            whyDisabled={whyNotBack(row) ?? (taken ? explain({ code: 'classFull' }) : undefined)}
            pending={pending}
            pendingLabel={t.saving}
            onPress={termsFirst(() => void comeBack())}
          >
            {person.own ? t.afterAll : t.afterAllOf(person.displayName)}
          </Button>
        )
      }
    />
  )
}
