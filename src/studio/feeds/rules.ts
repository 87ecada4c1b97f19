import { DAY } from '#kernel/time.ts'
import { may, type CallerKind } from '#studio/accounts/rules.ts'

/**
 * 'own': what the account's own person and the people it acts for attend; 'teaching': what the caller teaches;
 * 'studio': everything. The last two are for staff.
 */
export const feedKinds = ['own', 'teaching', 'studio'] as const
export type FeedKind = (typeof feedKinds)[number]

/** Whether a caller of this kind has this calendar. */
export const hasFeed = (caller: CallerKind, kind: FeedKind): boolean => kind === 'own' || may(caller, 'seeDesk')

/** How long a cancelled class stays in the feed as cancelled (ms). */
export const CANCELLED_STAYS = 30 * DAY
/** How long past classes stay in the feed (ms): calendar apps delete what the feed no longer contains. */
export const PAST_STAYS = 90 * DAY

/** Path below the studio's address. */
export const feedPath = (token: string): string => `/feeds/calendar/${token}.ics`
