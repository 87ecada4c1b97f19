import { addDays, dateIn, HOUR, MINUTE, timeIn, type Instant, type LocalTime } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'

/** Nobody has to answer at night: between these times of the studio's clock the window stands still. */
export const NIGHT: { readonly from: LocalTime; readonly until: LocalTime } = { from: '22:00', until: '08:00' }

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
    at = morningOf(zone, at)
    const evening = instantIn(zone, dateIn(zone, at), NIGHT.from)
    if (at + left <= evening) return at + left
    left -= evening - at
    at = evening
  }
}

/** At night the end of it, by day the instant itself. */
function morningOf(zone: string, at: Instant): Instant {
  const [date, time] = [dateIn(zone, at), timeIn(zone, at)]
  if (time >= NIGHT.from) return instantIn(zone, addDays(date, 1), NIGHT.until)
  return time < NIGHT.until ? instantIn(zone, date, NIGHT.until) : at
}
