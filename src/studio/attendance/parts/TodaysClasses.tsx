import { ClipboardCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CapacityMeter } from '#web/ui/CapacityMeter.tsx'
import { classes } from '#web/ui/classes.ts'
import { LinkButton, TextLink } from '#web/ui/LinkButton.tsx'
import { LoadingState } from '#web/ui/states.tsx'
import { attendance } from '../calls.ts'
import type { EntryToday } from '../contract.ts'
import { todayTexts } from '../messages/today.ts'

/** What a teacher opens the studio for: today's classes, and one tap to the attendance of each. */
export function TodaysClasses() {
  const t = useTexts(todayTexts)
  const { loading, tryAgain } = useTexts(words)
  const formats = useFormats()
  const owner = useMay('manageSchedule')
  const live = useLive(attendance.today, {})
  if (live.state === 'loading') return <LoadingState label={loading} shape="text" count={3} />
  if (live.state !== 'ready') {
    return (
      <Today>
        <p>{t.loadFailed}</p>
        <Button size="small" onPress={() => retryLive(attendance.today, {})}>
          {tryAgain}
        </Button>
      </Today>
    )
  }
  const { entries, next } = live.answer
  if (entries.length > 0) {
    return (
      <Today>
        <ul className="flex flex-col gap-2 self-stretch">
          {entries.map((entry) => (
            <ClassToday key={entry.id} entry={entry} />
          ))}
        </ul>
      </Today>
    )
  }
  if (next) {
    return (
      <Today>
        <p className="font-display text-lg font-bold">{t.none}</p>
        <p>{t.next(next.className, formats.dayAndTimes(next.startsAt, next.endsAt))}</p>
      </Today>
    )
  }
  // an owner gets the first steps instead
  if (owner) return null
  return (
    <Today>
      <p className="font-display text-lg font-bold">{t.emptySchedule}</p>
      <p className="text-muted">{t.emptyScheduleHint}</p>
    </Today>
  )
}

function Today({ children }: { children: ReactNode }) {
  const t = useTexts(todayTexts)
  return (
    <section aria-label={t.title} className="flex flex-col items-start gap-2">
      <h2 className="text-lg text-brand">{t.title}</h2>
      {children}
      <TextLink to="/admin/class-registrants" className="text-sm">
        {t.all}
      </TextLink>
    </section>
  )
}

function ClassToday({ entry }: { entry: EntryToday }) {
  const t = useTexts(todayTexts)
  const { cancelled } = useTexts(entryTexts)
  const formats = useFormats()
  const now = useNow()
  const times = formats.times(entry.startsAt, entry.endsAt)
  const isCancelled = entry.cancelledAt !== null
  const running = !isCancelled && entry.startsAt <= now && now < entry.endsAt
  return (
    <li
      className={classes(
        'flex flex-wrap items-center gap-x-5 gap-y-2 rounded-card border bg-surface px-4 py-3',
        running ? 'border-brand' : 'border-line',
        (isCancelled || entry.endsAt <= now) && 'bg-surface/60',
      )}
    >
      <div className="flex min-w-0 grow basis-48 flex-wrap items-center gap-x-4">
        <p className="font-semibold whitespace-nowrap tabular-nums">{times}</p>
        <p className="flex flex-wrap items-center gap-x-2">
          <TextLink to="/admin/class-details/$id" params={{ id: entry.id }} className="font-display text-lg">
            {entry.className}
          </TextLink>
          {running && <Badge tone="warning">{t.now}</Badge>}
          {isCancelled && <Badge tone="danger">{cancelled}</Badge>}
        </p>
      </div>
      {!isCancelled && (
        <>
          <div className="flex grow flex-col gap-1 text-sm sm:grow-0 sm:basis-44">
            <CapacityMeter label={t.people} taken={entry.taken} places={entry.maxParticipants} show="label" />
            <Marked entry={entry} />
          </div>
          {/* under the thumb on a phone, over the whole width */}
          <span className="grid grow sm:grow-0">
            <LinkButton
              to="/admin/class-registrants"
              search={{ entry: entry.id }}
              variant={running ? 'primary' : 'secondary'}
              aria-label={t.attendanceOf(entry.className, times)}
              icon={<ClipboardCheck aria-hidden="true" className="size-5" />}
            >
              {t.attendance}
            </LinkButton>
          </span>
        </>
      )}
    </li>
  )
}

/** How far the marking is; before the first mark there is nothing to say but that nobody comes. */
function Marked({ entry: { taken, marked } }: { entry: EntryToday }) {
  const t = useTexts(todayTexts)
  const done = taken > 0 && marked === taken
  const text = taken === 0 ? t.nobody : done ? t.allMarked : marked > 0 ? t.marked(marked, taken) : null
  return text && <span className={done ? 'font-semibold text-good' : 'text-muted'}>{text}</span>
}
