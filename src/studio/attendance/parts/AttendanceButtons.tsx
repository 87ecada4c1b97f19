import { Check, X } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { joined, useRefusalText } from '#web/refusals.ts'
import { classes } from '#web/ui/classes.ts'
import { toast } from '#web/ui/toast.ts'
import { refusals, texts } from '../messages.ts'
import { attendanceValues, type AttendanceValue } from '../rules.ts'
import { useMark } from './useMark.ts'

const icons = { attended: Check, 'no-show': X }
const active: Record<AttendanceValue, string> = {
  attended: 'border-good bg-good text-canvas',
  'no-show': 'border-danger bg-danger text-on-danger',
}

/** Attended or no-show: big buttons with immediate feedback, for one-handed use at the door. */
export function AttendanceButtons(props: {
  scheduleId: string
  userId: string
  name: string
  current: AttendanceValue | null
  /** Round icon buttons with accessible names, for a one-line row on a phone. */
  round?: boolean
}) {
  const { scheduleId, userId, name, current, round = false } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { shown, tap } = useMark({ scheduleId, userId }, current, (refusal) =>
    toast.problem(joined(t.attendanceFailed(name), explain(refusal))),
  )
  return (
    <div
      role="group"
      aria-label={`${t.attendance}: ${name}`}
      className={round ? 'flex gap-1' : 'grid grid-cols-[repeat(2,max-content)] gap-2'}
    >
      {attendanceValues.map((value) => {
        const Icon = icons[value]
        return (
          <button
            key={value}
            type="button"
            aria-pressed={shown === value}
            aria-label={round ? t[value] : undefined}
            onClick={({ timeStamp }) => tap(value, timeStamp)}
            className={classes(
              'inline-flex touch-manipulation items-center justify-center gap-2 rounded-full border text-sm font-semibold whitespace-nowrap select-none active:scale-[0.98]',
              round ? 'size-12' : 'min-h-control px-4',
              shown === value ? active[value] : 'border-line-strong bg-surface text-ink hover:border-brand',
            )}
          >
            <Icon aria-hidden="true" className={round ? 'size-5' : 'size-4 shrink-0'} strokeWidth={3} />
            {!round && t[value]}
          </button>
        )
      })}
    </div>
  )
}
