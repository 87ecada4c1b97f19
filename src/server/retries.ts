import { HOUR, MINUTE } from '#kernel/time.ts'

const FIRST_PAUSE = MINUTE / 2
export const LONGEST_PAUSE = HOUR

/** Milliseconds until the next attempt: half a minute, doubling, up to an hour. */
export const pauseAfter = (attempts: number): number => Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE)
