import { settings } from '#studio/settings/calls.ts'
import type { Shown } from '#studio/settings/contract.ts'
import type { Feature } from '#studio/settings/rules.ts'
import type { LiveSource } from '#web/live/source.ts'
import type { Who } from '#web/me.ts'

/** What belongs to one tab, or to one page that the server draws: never shared between two. */
export interface Visit {
  readonly live: LiveSource
  readonly who: Who
  /** The features that are on, for guards; screens ask `useStudio`. */
  readonly featuresOn: () => readonly Feature[]
}

/** Those of the settings as they are by now, or were when the page was made. */
export const featuresIn = (source: LiveSource, initial: Pick<Shown, 'features'>) => () => {
  const live = source.current(settings.shown.name, {})
  return live.state === 'ready' ? (live.answer as Shown).features : initial.features
}
