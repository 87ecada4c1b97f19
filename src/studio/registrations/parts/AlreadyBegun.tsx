import type { ScheduleEntry } from '#studio/schedule/contract.ts'
import { hasStarted } from '#studio/schedule/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { registrations } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'

/** Warns whoever cancels a class that has begun of what is lost: marks, and money that came for it. */
export function AlreadyBegun({ entry }: { entry: ScheduleEntry }) {
  const t = useTexts(deskTexts)
  const { euros } = useFormats()
  const now = useNow()
  const live = useLive(registrations.toldOfCancellation, { scheduleId: entry.id })
  if (!hasStarted(entry, now)) return null
  const { places, cents } = live.state === 'ready' ? live.answer.paid : { places: 0, cents: 0 }
  return (
    <Alert kind="warning" title={t.begun}>
      {places > 0 && t.paid(places, euros(cents))}
    </Alert>
  )
}
