import type { LiveSource } from '#web/live/source.ts'
import type { Who } from '#web/me.ts'

/** What belongs to one tab, or to one page that the server draws: never shared between two. */
export interface Visit {
  readonly live: LiveSource
  readonly who: Who
}
