// No one has to reply at night: the time to reply pauses during the quiet hours of notices.
import { dateIn, HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { afterQuiet, QUIET_FROM } from '#studio/notices/rules.ts'

const LEAST = 15 * MINUTE
const MOST = 2 * HOUR

/** Time to reply to an offer (ms): a quarter of the time to the cut-off, within limits. */
export const windowLength = (now: Instant, cutOff: Instant): number =>
  Math.min(MOST, Math.max(LEAST, Math.floor((cutOff - now) / 4)))

/** When an offer made now would end; null if that is after the cut-off. */
export function offerEnds(zone: string, now: Instant, cutOff: Instant): Instant | null {
  const ends = afterDaytime(zone, now, windowLength(now, cutOff))
  return ends <= cutOff ? ends : null
}

/** The instant after so many milliseconds outside the quiet hours. */
export function afterDaytime(zone: string, from: Instant, length: number): Instant {
  let at = from
  let left = length
  for (;;) {
    at = afterQuiet(at, zone)
    const evening = instantIn(zone, dateIn(zone, at), QUIET_FROM)
    if (at + left <= evening) return at + left
    left -= evening - at
    at = evening
  }
}
