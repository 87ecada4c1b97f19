import { DAY } from '#kernel/time.ts'
import { may, type CallerKind } from '#studio/accounts/rules.ts'

/** 'own' holds what one's dancers come to; 'teaching' what one teaches, and 'studio' all that is on: both for staff. */
export const feedKinds = ['own', 'teaching', 'studio'] as const
export type FeedKind = (typeof feedKinds)[number]

/** Whether somebody has such a calendar. */
export const hasFeed = (caller: CallerKind, kind: FeedKind): boolean => kind === 'own' || may(caller, 'seeDesk')

/** For so long a calendar shows that a class will not take place. */
export const CANCELLED_STAYS = 30 * DAY
/** Calendars drop what is gone from the feed: for so long one still sees where one was. */
export const PAST_STAYS = 90 * DAY

/** Behind the studio's address. */
export const feedPath = (token: string): string => `/feeds/calendar/${token}.ics`
