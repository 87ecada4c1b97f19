// Nobody has to answer at night: in the hours in which nobody is written to, the window stands still.
import { dateIn, HOUR, MINUTE, type Instant } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { afterQuiet, QUIET_FROM } from '#studio/notices/rules.ts'

const LEAST = 15 * MINUTE
const MOST = 2 * HOUR

/** How long somebody has to answer an offer: a quarter of the time to the cut-off, within limits. */
export const windowLength = (now: Instant, cutOff: Instant): number =>
  Math.min(MOST, Math.max(LEAST, Math.floor((cutOff - now) / 4)))

/** When an offer that is made now ends; null where that would be after the cut-off. */
export function offerEnds(zone: string, now: Instant, cutOff: Instant): Instant | null {
  const ends = afterDaytime(zone, now, windowLength(now, cutOff))
  return ends <= cutOff ? ends : null
}

/** The instant by which so many milliseconds have passed outside the nights. */
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
