import type { FamilyPerson } from '#studio/families/contract.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import { refusals } from '../messages.ts'
import { absenceTexts } from '../messages/absences.ts'

/** Lets an included person take back the place they gave up. */
export function useComeBack() {
  const t = useTexts(absenceTexts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(registrations.comeAfterAll)
  const comeBack = async (scheduleId: string, person: FamilyPerson) => {
    const outcome = await run({ scheduleId, ...askFor(person) })
    if (!outcome) return
    if (outcome.ok) toast.success(person.own ? t.isBack : t.isBackOf)
    else toast.problem(explain(outcome))
  }
  return { comeBack: (scheduleId: string, person: FamilyPerson) => void comeBack(scheduleId, person), pending }
}
