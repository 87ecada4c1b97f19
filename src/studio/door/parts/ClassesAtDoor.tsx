import { dateIn } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useFormats, useStudio, useToday } from '#web/studio.tsx'
import { classes } from '#web/ui/classes.ts'
import { WholeWords } from '#web/ui/WholeWords.tsx'
import type { DoorEntry } from '../contract.ts'
import { texts } from '../messages.ts'
import { byDayOwnFirst, isOwn } from '../rules.ts'

/** Chooses a class of today or tomorrow; each day starts with the caller's own classes. */
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
  const own = entries.filter((entry) => isOwn(entry, accountId))
  const mixed = own.length > 0 && own.length < entries.length
  return (
    <nav aria-label={t.classes} className="-mx-4 overflow-x-auto px-4">
      <ul className="flex gap-2 pb-1">
        {byDayOwnFirst(entries, accountId, ({ startsAt }) => dateIn(timeZone, startsAt)).map((entry) => (
          <li key={entry.id} className="shrink-0">
            <button
              type="button"
              aria-current={entry.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(entry.id)}
              className={classes(
                'flex h-full min-h-control touch-manipulation flex-col items-start justify-center rounded-control border px-3 py-1 text-left text-sm leading-tight',
                entry.id === chosen ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface text-ink',
              )}
            >
              <span className="font-semibold tabular-nums">
                {formats.time(entry.startsAt)}
                {dateIn(timeZone, entry.startsAt) > today && ` ${t.tomorrow}`}
                {mixed && isOwn(entry, accountId) && ` · ${t.yours}`}
              </span>
              <span className="max-w-52 text-balance">
                <WholeWords text={entry.className} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
