import { settings } from '#studio/settings/calls.ts'
import type { Shown } from '#studio/settings/contract.ts'
import type { Feature } from '#studio/settings/rules.ts'
import type { LiveSource } from '#web/live/source.ts'
import type { Who } from '#web/me.ts'

/** The state of one tab, or of one server-rendered page; never shared between two. */
export interface Visit {
  readonly live: LiveSource
  readonly who: Who
  /** The features that are switched on, for guards; screens use `useStudio`. */
  readonly featuresOn: () => readonly Feature[]
}

/** The features from the current settings, or from the page while those have not loaded. */
export const featuresIn = (source: LiveSource, initial: Pick<Shown, 'features'>) => () => {
  const live = source.current(settings.shown.name, {})
  return live.state === 'ready' ? (live.answer as Shown).features : initial.features
}
