import { MINUTE } from './time.ts'

/** Milliseconds within which a bulk action can be undone with one press; its e-mails are held back as long. */
export const UNDO_WITHIN = 2 * MINUTE
