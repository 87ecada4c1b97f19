import { event } from '#server/events.ts'

/** A person's payer may have changed: a guardian started or stopped paying, or the person got an account. */
export const payersChanged = event<{ readonly personId: string }>('families.payersChanged')
