import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { freePlaces, participants } from '#studio/schedule/rules.ts'
import { useTexts } from '#web/language.tsx'
import { CapacityMeter } from '#web/ui/CapacityMeter.tsx'
import type { UpcomingEntry } from '../contract.ts'
import { texts } from '../messages.ts'

/** Up to this number of free places is shown in words; the button shows when none is left. */
const FEW_LEFT = 3

/** How full a class is; nothing for a cancelled one. */
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
