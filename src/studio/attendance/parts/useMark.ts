import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '#kernel/result.ts'
import { send } from '#web/commands.ts'
import { attendance } from '../calls.ts'
import { afterTap, type AttendanceValue } from '../rules.ts'

type Mark = AttendanceValue | null
/** A second tap within this time (ms) is ignored: a trembling finger must not take the mark back. */
const TREMBLE = 400
/** How long to show a saved mark (ms) while waiting for the list to include it. */
const CATCH_UP = 3_000

/**
 * One person's mark, shown at once and saved in the background; `current` is the list's value. Quick taps are saved
 * in order and the last one counts. If saving is refused, the mark of the list is shown again.
 */
export function useMark(place: { scheduleId: string; userId: string }, current: Mark, onRefused: (r: Refusal) => void) {
  const [wanted, setWanted] = useState<{ value: Mark; saved: boolean } | null>(null)
  const latest = useRef<{ value: Mark } | null>(null)
  const saving = useRef(false)
  const tapped = useRef({ value: null as Mark, at: 0 })
  const shown = wanted ? wanted.value : current
  const saved = wanted?.saved ?? false

  if (saved && shown === current) setWanted(null)
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setWanted(null), CATCH_UP)
    return () => clearTimeout(timer)
  }, [saved])

  async function save() {
    saving.current = true
    let sent: typeof latest.current
    let refusal: Refusal | null
    do {
      sent = latest.current
      const outcome = await send(attendance.take, { ...place, value: sent?.value ?? null })
      refusal = outcome.ok ? null : outcome
    } while (latest.current !== sent)
    saving.current = false
    setWanted((mark) => (mark && !refusal ? { ...mark, saved: true } : null))
    if (refusal) onRefused(refusal)
  }

  /** `at` is the event's time in ms: on a slow phone its handler runs later. */
  function tap(value: AttendanceValue, at: number) {
    if (tapped.current.value === value && at - tapped.current.at < TREMBLE) return
    tapped.current = { value, at }
    const next = afterTap(shown, value)
    latest.current = { value: next }
    setWanted({ value: next, saved: false })
    if (!saving.current) void save()
  }

  return { shown, tap }
}
