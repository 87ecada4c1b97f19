import { event } from '#server/events.ts'

/** The owner has taken back the e-mail address: whoever changed it may have seen all that the account shows. */
export const addressTakenBack = event<{ readonly accountId: string }>('signing.addressTakenBack')
