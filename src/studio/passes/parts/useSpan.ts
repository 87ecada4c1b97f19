import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import type { Freeze } from '../contract.ts'
import { freezeTexts } from '../messages.ts'

/** Formats days as '1 Dec – 5 Dec', or as one day. */
export function useSpan() {
  const t = useTexts(freezeTexts)
  const { date } = useFormats()
  return ({ firstDay, lastDay }: Pick<Freeze, 'firstDay' | 'lastDay'>) =>
    firstDay === lastDay ? date(firstDay) : t.span(date(firstDay), date(lastDay))
}
