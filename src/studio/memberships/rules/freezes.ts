import type { Instant } from '#kernel/time.ts'

/** The span of a freeze: `frozenUntil` is exclusive. */
export interface Frozen {
  readonly frozenFrom: Instant | null
  readonly frozenUntil: Instant | null
}

/** Whether a pass is frozen at a time, and so can't pay for a class then. */
export const isFrozenAt = ({ frozenFrom, frozenUntil }: Frozen, at: Instant): boolean =>
  frozenFrom !== null && frozenUntil !== null && frozenFrom <= at && at < frozenUntil

/** Whether a pass is frozen now or will be. */
export const isToBeFrozen = ({ frozenUntil }: Frozen, now: Instant): boolean =>
  frozenUntil !== null && now < frozenUntil
