import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { closures } from '../calls.ts'
import type { Holiday } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { closedOn, type ClosedDays } from '../rules.ts'

type Adds = {
  /** Whether a confirmation is needed first. */
  readonly asks: (days: readonly ClosedDays[]) => Promise<boolean>
  /** Marks days as being added, or not any more. */
  readonly mark: (days: readonly ClosedDays[], adding: boolean) => void
}

/** Coming public holidays that are not closed days yet; each can be added with one press. */
export function Holidays({ closed, asks }: { closed: readonly ClosedDays[]; asks: Adds['asks'] }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  // a day that was added stays marked until it leaves the list: it could be added twice
  const [adding, setAdding] = useState<ReadonlySet<string>>(new Set())
  const live = useLive(closures.holidays, {})
  const open = live.state === 'ready' ? live.answer.filter(({ day }) => !closedOn(closed, day)) : []
  const isGone = (day: string) => open.every((holiday) => holiday.day !== day)
  if ([...adding].some(isGone)) setAdding(new Set([...adding].filter((day) => !isGone(day))))
  if (open.length === 0) return null

  const closing = (holiday: Holiday): ClosedDays => ({
    firstDay: holiday.day,
    lastDay: holiday.day,
    reason: holiday[language],
  })
  const mark: Adds['mark'] = (days, on) => {
    const marked = new Set(days.map(({ firstDay }) => firstDay))
    setAdding((before) => new Set(on ? [...before, ...marked] : [...before].filter((day) => !marked.has(day))))
  }
  const left = open.filter(({ day }) => !adding.has(day))
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold">{t.holidays}</h3>
      <ul aria-label={t.holidays} className="flex flex-wrap gap-2">
        {open.map((holiday) => (
          <li key={holiday.day}>
            <AddHoliday days={closing(holiday)} pending={adding.has(holiday.day)} {...{ asks, mark }} />
          </li>
        ))}
      </ul>
      {open.length > 1 && <AddAll all={open.length} days={left.map(closing)} {...{ asks, mark }} />}
    </div>
  )
}

/** One row, with a command of its own: on a slow network the other rows can still be pressed. */
function AddHoliday({ days, pending, ...adds }: Adds & { days: ClosedDays; pending: boolean }) {
  const formats = useFormats()
  const add = useAdd(adds)
  return (
    <Button
      size="small"
      icon={<Plus aria-hidden="true" className="size-4" />}
      pending={pending}
      onPress={() => void add([days])}
    >
      {formats.dateOfYear(days.firstDay)} {days.reason}
    </Button>
  )
}

/** Adds what is left beside the rows that are being added already. */
function AddAll({ all, days, ...adds }: Adds & { all: number; days: readonly ClosedDays[] }) {
  const t = useTexts(texts)
  const add = useAdd(adds)
  return (
    <div>
      <Button pending={days.length === 0} onPress={() => void add(days)}>
        {t.addAll(all)}
      </Button>
    </div>
  )
}

function useAdd({ asks, mark }: Adds) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run } = useCommand(closures.addAll)
  return async (days: readonly ClosedDays[]) => {
    mark(days, true)
    const outcome = (await asks(days)) ? null : await run({ days: [...days] })
    if (outcome?.ok) return toast.success(t.added)
    mark(days, false)
    if (outcome) toast.problem(explain(outcome))
  }
}
