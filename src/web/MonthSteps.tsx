import { ChevronLeft, ChevronRight } from 'lucide-react'
import { monthFrom, type Month } from '#kernel/months.ts'
import { useTexts } from './language.tsx'
import { words } from './messages.ts'
import { IconButton } from './ui/Button.tsx'

/**
 * Shows the month of a screen, with links to the previous and the next one. They stay in place whatever the month is
 * called; where there is no room between them, the month is above.
 */
export function MonthSteps(props: { month: Month; title: string; onChange: (month: Month) => void }) {
  const t = useTexts(words)
  const go = (by: number) => () => props.onChange(monthFrom(props.month, by))
  return (
    <div className="flex flex-wrap items-center gap-2 min-[20rem]:flex-nowrap">
      <IconButton label={t.monthBefore} icon={<ChevronLeft aria-hidden="true" className="size-5" />} onPress={go(-1)} />
      <h2
        aria-live="polite"
        className="w-80 text-center font-display font-bold sm:text-xl max-[20rem]:order-first max-[20rem]:w-full"
      >
        {props.title}
      </h2>
      <IconButton label={t.monthAfter} icon={<ChevronRight aria-hidden="true" className="size-5" />} onPress={go(1)} />
    </div>
  )
}
