import { DAY } from '#kernel/time.ts'

/** 'own' holds what one's dancers come to; 'studio' all that is on, for who teaches. */
export const feedKinds = ['own', 'studio'] as const
export type FeedKind = (typeof feedKinds)[number]

/** For so long a calendar shows that a class will not take place. */
export const CANCELLED_STAYS = 30 * DAY
/** Calendars drop what is gone from the feed: for so long one still sees where one was. */
export const PAST_STAYS = 90 * DAY

/** Behind the studio's address. */
export const feedPath = (token: string): string => `/feeds/calendar/${token}.ics`
