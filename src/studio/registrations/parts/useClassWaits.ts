import type { ReactNode } from 'react'
import type { WaitingSlot } from '#studio/courses/parts/waitingSlot.ts'
import type { Dancer } from '#studio/families/contract.ts'
import { askFor } from '#studio/families/parts/useDancers.ts'
import { isFull } from '#studio/schedule/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useNow } from '#web/studio.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import type { UpcomingEntry } from '../contract.ts'
import { refusals } from '../messages.ts'
import { absenceTexts } from '../messages/absences.ts'
import { isOpen } from '../rules.ts'
import type { FamilyRow } from './familyRow.ts'

/** Lets an included person take back the place they gave up. */
export function useComeBack() {
  const t = useTexts(absenceTexts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(registrations.comeAfterAll)
  const comeBack = async (scheduleId: string, dancer: Dancer) => {
    const outcome = await run({ scheduleId, ...askFor(dancer) })
    if (!outcome) return
    if (outcome.ok) toast.success(dancer.own ? t.isBack : t.isBackOf)
    else toast.problem(explain(outcome))
  }
  return { comeBack: (scheduleId: string, dancer: Dancer) => void comeBack(scheduleId, dancer), pending }
}

type ClassWaits = (
  entry: UpcomingEntry,
  row: FamilyRow,
  dancers: readonly Dancer[],
  namedBy: string,
  onTake: (taker: Dancer) => void,
) => ReactNode | null

/** Those of the given people who wait for a class, one line each, or null. */
export function useClassWaits(waiting: WaitingSlot | undefined): ClassWaits {
  const { comeBack } = useComeBack()
  const now = useNow()
  return (entry, { away }, dancers, namedBy, onTake) => {
    if (!waiting || !isOpen(entry, now)) return null
    return waiting.lines({ id: entry.id, full: isFull(entry), of: dancers }, namedBy, (taker) =>
      away.some(({ personId }) => personId === taker.personId) ? comeBack(entry.id, taker) : onTake(taker),
    )
  }
}
