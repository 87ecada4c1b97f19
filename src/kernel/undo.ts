import { MINUTE } from './time.ts'

/** Milliseconds within which one press undoes what another one did to many; letters of it wait as long. */
export const UNDO_WITHIN = 2 * MINUTE
