import { useLanguage } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { closures } from '../calls.ts'
import type { ListedClosedDays } from '../contract.ts'

/** The closed days to come, public holidays by their names in the reader's language; none before they are known. */
export function useClosedDays(): readonly ListedClosedDays[] {
  const inWords = useReasons()
  const live = useLive(closures.list, {})
  return live.state === 'ready' ? live.answer.map(inWords) : []
}

export function useReasons(): (days: ListedClosedDays) => ListedClosedDays {
  const { language } = useLanguage()
  return (days) => ({ ...days, reason: days.holiday?.[language] ?? days.reason })
}
