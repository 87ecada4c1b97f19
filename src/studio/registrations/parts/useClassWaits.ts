import type { ReactNode } from 'react'
import type { WaitingSlot } from '#studio/courses/parts/waitingSlot.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { isFull } from '#studio/schedule/rules.ts'
import { useNow } from '#web/studio.tsx'
import type { UpcomingEntry } from '../contract.ts'
import { isOpen } from '../rules.ts'
import type { FamilyRow } from './familyRow.ts'
import { useComeBack } from './useComeBack.ts'

type ClassWaits = (
  entry: UpcomingEntry,
  row: FamilyRow,
  people: readonly FamilyPerson[],
  namedBy: string,
  onTake: (taker: FamilyPerson) => void,
) => ReactNode | null

/** Those of the given people who wait for a class, one line each, or null. */
export function useClassWaits(waiting: WaitingSlot | undefined): ClassWaits {
  const { comeBack } = useComeBack()
  const now = useNow()
  return (entry, { away }, people, namedBy, onTake) => {
    if (!waiting || !isOpen(entry, now)) return null
    return waiting.lines({ id: entry.id, full: isFull(entry), of: people }, namedBy, (taker) =>
      away.some(({ personId }) => personId === taker.personId) ? comeBack(entry.id, taker) : onTake(taker),
    )
  }
}
