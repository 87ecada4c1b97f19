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

/** Coming public holidays that are not closed days yet; each can be added with one press. */
export function Holidays(props: {
  closed: readonly ClosedDays[]
  /** Whether a confirmation is needed first. */
  asks: (days: readonly ClosedDays[]) => Promise<boolean>
}) {
  const { closed } = props
  const t = useTexts(texts)
  const { language } = useLanguage()
  const formats = useFormats()
  const explain = useRefusalText(refusals)
  const { run, pending: adding } = useCommand(closures.addAll)
  const [asking, setAsking] = useState(false)
  const pending = asking || adding
  const live = useLive(closures.holidays, {})
  const open = live.state === 'ready' ? live.answer.filter(({ day }) => !closedOn(closed, day)) : []
  if (open.length === 0) return null

  const closing = (holiday: Holiday) => ({
    firstDay: holiday.day,
    lastDay: holiday.day,
    reason: holiday[language],
  })
  async function add(days: readonly ClosedDays[]) {
    setAsking(true)
    const isAsked = await props.asks(days)
    setAsking(false)
    if (isAsked) return
    const outcome = await run({ days: [...days] })
    if (outcome?.ok) toast.success(t.added)
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold">{t.holidays}</h3>
      <ul aria-label={t.holidays} className="flex flex-wrap gap-2">
        {open.map((holiday) => (
          <li key={holiday.day}>
            <Button
              size="small"
              icon={<Plus aria-hidden="true" className="size-4" />}
              disabled={pending}
              onPress={() => void add([closing(holiday)])}
            >
              {formats.dateOfYear(holiday.day)} {holiday[language]}
            </Button>
          </li>
        ))}
      </ul>
      {open.length > 1 && (
        <div>
          <Button disabled={pending} onPress={() => void add(open.map(closing))}>
            {t.addAll(open.length)}
          </Button>
        </div>
      )}
    </div>
  )
}
