import { dateIn } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats, useStudio, useToday } from '#web/studio.tsx'
import { registrations } from '../calls.ts'
import { texts } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'

/** For staff: how many places of an entry are held for people who wait, and why it is full; null if none is. */
export function useHeld() {
  const t = useTexts(deskTexts)
  const { held } = useTexts(texts)
  const formats = useFormats()
  const { timeZone } = useStudio()
  const today = useToday()
  const live = useLive(registrations.held, {})
  const all = live.state === 'ready' ? live.answer : []
  return (entryId: string) => {
    const found = all.find(({ scheduleId }) => scheduleId === entryId)
    if (!found) return null
    const time = formats.time(found.until)
    const until = dateIn(timeZone, found.until) === today ? time : `${formats.weekdayAndDay(found.until)} ${time}`
    return { short: held(found.count), note: t.heldUntil(found.count, until), whyFull: t.fullWhileHeld(until) }
  }
}
