import { ClipboardCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { ownFirst } from '#studio/rooms/rules.ts'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useMay, useMe } from '#web/me.ts'
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
  const { accountId } = useMe()
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
  const { entries, next, unmarked } = live.answer
  if (entries.length > 0) {
    return (
      <Today>
        <ul className="flex flex-col gap-2 self-stretch">
          {ownFirst(entries, accountId).map((entry) => (
            <ClassToday key={entry.id} entry={entry} />
          ))}
        </ul>
        <Unmarked entries={unmarked} />
      </Today>
    )
  }
  if (next) {
    return (
      <Today>
        <p className="font-display text-lg font-bold">{t.none}</p>
        <p>{t.next(next.className, formats.dayAndTimes(next.startsAt, next.endsAt))}</p>
        <Unmarked entries={unmarked} />
      </Today>
    )
  }
  // an owner sees the first steps instead
  if (owner) return null
  return (
    <Today>
      <p className="font-display text-lg font-bold">{t.emptySchedule}</p>
      <p className="text-muted">{t.emptyScheduleHint}</p>
    </Today>
  )
}

/** Classes of the last days in which somebody is not marked yet. */
function Unmarked({ entries }: { entries: readonly EntryToday[] }) {
  const t = useTexts(todayTexts)
  const formats = useFormats()
  if (entries.length === 0) return null
  return (
    <div className="mt-3 flex flex-col self-stretch">
      <h3 className="text-base">{t.unmarked}</h3>
      <ul className="grid gap-x-10 sm:grid-cols-2 xl:grid-cols-3">
        {entries.map((entry) => (
          <li key={entry.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2 text-sm">
            <span>
              <TextLink to="/admin/class-registrants" search={{ entry: entry.id }}>
                {entry.className}
              </TextLink>
            </span>
            <span className="font-semibold tabular-nums">{t.marked(entry.marked, entry.taken)}</span>
            <span className="col-span-2 text-muted">{formats.dayAndTimes(entry.startsAt, entry.endsAt)}</span>
          </li>
        ))}
      </ul>
    </div>
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
        'flex flex-wrap items-center gap-x-5 gap-y-2 rounded-card border bg-surface px-4 py-3 max-[16rem]:px-2',
        running ? 'border-brand' : 'border-line',
        (isCancelled || entry.endsAt <= now) && 'bg-surface/60',
      )}
    >
      <div className="flex min-w-0 grow basis-48 flex-wrap items-center gap-x-4 max-sm:flex-col max-sm:items-start">
        <p className="font-semibold whitespace-nowrap tabular-nums">{times}</p>
        <p className="flex max-w-full flex-wrap items-center gap-x-2">
          <TextLink to="/admin/class-details/$id" params={{ id: entry.id }} className="min-w-0 font-display text-lg">
            {entry.className}
          </TextLink>
          {running && <Badge tone="warning">{t.now}</Badge>}
          {isCancelled && <Badge tone="danger">{cancelled}</Badge>}
        </p>
        <WhereAndWho of={entry} />
      </div>
      {!isCancelled && (
        <>
          <div className="flex grow flex-col gap-1 text-sm sm:grow-0 sm:basis-44">
            <CapacityMeter label={t.people} taken={entry.taken} places={entry.maxParticipants} show="label" />
            <Marked entry={entry} />
          </div>
          {/* under the thumb on a phone, over the whole width; with large text only the word fits */}
          <span className="grid grow sm:grow-0 max-[16rem]:[&>a]:px-1 max-[16rem]:[&>a>svg]:hidden">
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

/** Progress of the marking; before the first mark, only whether nobody comes. */
function Marked({ entry: { taken, marked } }: { entry: EntryToday }) {
  const t = useTexts(todayTexts)
  const done = taken > 0 && marked === taken
  const text = taken === 0 ? t.nobody : done ? t.allMarked : marked > 0 ? t.marked(marked, taken) : null
  return text && <span className={done ? 'font-semibold text-good' : 'text-muted'}>{text}</span>
}
