import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { freePlaces, participants } from '#studio/schedule/rules.ts'
import { useTexts } from '#web/language.tsx'
import { CapacityMeter } from '#web/ui/CapacityMeter.tsx'
import type { UpcomingEntry } from '../contract.ts'
import { texts } from '../messages.ts'

/** So few free places are said in words; none is said by the button. */
const FEW_LEFT = 3

/** How full a class is; one that is cancelled takes nobody. */
export function Participants({ entry, ...look }: { entry: UpcomingEntry; noBar?: boolean; show?: 'label' }) {
  const { participants: label } = useTexts(entryTexts)
  const t = useTexts(texts)
  const left = freePlaces(entry)
  if (entry.cancelledAt !== null) return null
  let note: string | undefined
  if (left > 0 && left <= FEW_LEFT) note = t.left(left)
  else if (left <= 0 && entry.heldCount > 0) note = t.held(entry.heldCount)
  return (
    <CapacityMeter {...look} label={label} taken={participants(entry)} places={entry.maxParticipants} note={note} />
  )
}
