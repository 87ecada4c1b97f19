import { useLanguage } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { closures } from '../calls.ts'
import type { ListedClosedDays } from '../contract.ts'

/** The coming closed days, with public holidays named in the reader's language; empty while loading. */
export function useClosedDays(): readonly ListedClosedDays[] {
  const inWords = useReasons()
  const live = useLive(closures.list, {})
  return live.state === 'ready' ? live.answer.map(inWords) : []
}

export function useReasons(): (days: ListedClosedDays) => ListedClosedDays {
  const { language } = useLanguage()
  return (days) => ({ ...days, reason: days.holiday?.[language] ?? days.reason })
}
