import { dateIn } from '#kernel/time.ts'
import { ownFirst } from '#studio/rooms/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useFormats, useStudio, useToday } from '#web/studio.tsx'
import { classes } from '#web/ui/classes.ts'
import type { DoorEntry } from '../contract.ts'
import { texts } from '../messages.ts'

/** The classes of today and tomorrow to choose from, one's own first. */
export function ClassesAtDoor(props: {
  entries: readonly DoorEntry[]
  chosen: string
  onChoose: (id: string) => void
}) {
  const { entries, chosen, onChoose } = props
  const t = useTexts(texts)
  const formats = useFormats()
  const { timeZone } = useStudio()
  const { accountId } = useMe()
  const today = useToday()
  if (entries.length < 2) return null
  return (
    <nav aria-label={t.classes} className="-mx-4 overflow-x-auto px-4">
      <ul className="flex gap-2 pb-1">
        {ownFirst(entries, accountId).map(({ id, className, startsAt }) => (
          <li key={id} className="shrink-0">
            <button
              type="button"
              aria-current={id === chosen ? 'true' : undefined}
              onClick={() => onChoose(id)}
              className={classes(
                'flex min-h-control touch-manipulation flex-col items-start justify-center rounded-control border px-3 py-1 text-left text-sm leading-tight',
                id === chosen ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface text-ink',
              )}
            >
              <span className="font-semibold tabular-nums">
                {formats.time(startsAt)}
                {dateIn(timeZone, startsAt) > today && ` ${t.tomorrow}`}
              </span>
              <span className="max-w-36 truncate">{className}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
