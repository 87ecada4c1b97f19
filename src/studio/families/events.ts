import { event } from '#server/events.ts'

/** Who pays for a person may be somebody else than before: a guardian came or stopped paying, or an own account was made. */
export const payersChanged = event<{ readonly personId: string }>('families.payersChanged')
