import { event } from '#server/events.ts'

/** The owner has taken the e-mail address back: another person may have seen all data of the account. */
export const addressTakenBack = event<{ readonly accountId: string }>('signing.addressTakenBack')
