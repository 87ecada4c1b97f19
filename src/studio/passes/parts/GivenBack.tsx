import { useFormats } from '#web/studio.tsx'
import type { ComingClass } from '../contract.ts'

/** List of the classes that will be given back, shown before confirming. */
export function GivenBack({ classes, title }: { classes: readonly ComingClass[]; title: string }) {
  const { dayAndTimes } = useFormats()
  if (classes.length === 0) return null
  return (
    <div>
      <p className="font-semibold text-warn">{title}</p>
      <ul className="flex max-h-60 flex-col divide-y divide-line overflow-y-auto">
        {classes.map(({ scheduleId, className, startsAt, endsAt }) => (
          <li key={scheduleId} className="flex flex-wrap justify-between gap-x-3 py-2">
            <span className="font-semibold">{className}</span>
            <span className="text-muted">{dayAndTimes(startsAt, endsAt)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
