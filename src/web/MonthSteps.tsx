import { ChevronLeft, ChevronRight } from 'lucide-react'
import { monthFrom, type Month } from '#kernel/months.ts'
import { useTexts } from './language.tsx'
import { words } from './messages.ts'
import { IconButton } from './ui/Button.tsx'

/** Shows the month of a screen, with links to the previous and the next one. */
export function MonthSteps(props: { month: Month; title: string; onChange: (month: Month) => void }) {
  const t = useTexts(words)
  const go = (by: number) => () => props.onChange(monthFrom(props.month, by))
  return (
    <div className="flex items-center gap-2">
      <IconButton label={t.monthBefore} icon={<ChevronLeft aria-hidden="true" className="size-5" />} onPress={go(-1)} />
      <h2 aria-live="polite" className="min-w-44 text-center font-display text-lg font-bold sm:text-xl">
        {props.title}
      </h2>
      <IconButton label={t.monthAfter} icon={<ChevronRight aria-hidden="true" className="size-5" />} onPress={go(1)} />
    </div>
  )
}
