import { useState } from 'react'
import { courses } from '#studio/courses/calls.ts'
import { JoinCourseDialog } from '#studio/courses/parts/JoinCourseDialog.tsx'
import { registrations } from '#studio/registrations/calls.ts'
import { RegistrationDialog } from '#studio/registrations/parts/RegistrationDialog.tsx'
import { spanOf } from '#studio/registrations/rules.ts'
import { DAY } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Section } from '#web/ui/Page.tsx'
import { waiting } from '../calls.ts'
import type { OwnWaiting } from '../contract.ts'
import { texts } from '../messages.ts'
import { Standing } from './Standing.tsx'

/** For what one waits, on the dashboard; nothing where one waits for nothing. */
export function MyWaiting() {
  const t = useTexts(texts)
  const formats = useFormats()
  const live = useLive(waiting.mine, {})
  const [taken, setTaken] = useState<OwnWaiting | null>(null)
  const own = live.state === 'ready' ? live.answer : []
  if (own.length === 0 && !taken) return null
  return (
    <div id="waiting" className="scroll-mt-24">
      <Section title={t.title}>
        <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
          {own.map((one) => (
            <li
              key={`${one.kind} ${one.id}`}
              aria-labelledby={`waiting-${one.id}`}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 py-3.5"
            >
              <span className="flex min-w-0 flex-col">
                <span id={`waiting-${one.id}`} className="font-semibold">
                  {one.name}
                </span>
                {one.startsAt !== null && one.endsAt !== null && (
                  <span className="text-sm text-muted">{formats.dayAndTimes(one.startsAt, one.endsAt)}</span>
                )}
              </span>
              {one.state === 'expired' ? (
                <span className="text-sm text-muted">{t.ended}</span>
              ) : (
                <Standing own={one} namedBy={`waiting-${one.id}`} onTake={() => setTaken(one)} />
              )}
            </li>
          ))}
        </ul>
      </Section>
      {taken?.kind === 'class' && <TakeClass own={taken} onClose={() => setTaken(null)} />}
      {taken?.kind === 'course' && <TakeCourse own={taken} onClose={() => setTaken(null)} />}
    </div>
  )
}

interface TakeProps {
  readonly own: OwnWaiting
  readonly onClose: () => void
}

/** The usual dialog, with the place that is held as a free one. */
function TakeClass({ own, onClose }: TakeProps) {
  const weeks = spanOf(Math.ceil(((own.startsAt ?? 0) - useNow()) / (7 * DAY)) + 1)
  const live = useLive(registrations.upcoming, { weeks })
  const entry = live.state === 'ready' ? live.answer.entries.find(({ id }) => id === own.id) : undefined
  if (!entry) return null
  const free = { ...entry, heldCount: Math.max(0, entry.heldCount - 1) }
  return <RegistrationDialog entry={free} registered={false} onClose={onClose} />
}

function TakeCourse({ own, onClose }: TakeProps) {
  const live = useLive(courses.available, {})
  const course = live.state === 'ready' ? live.answer.find(({ id }) => id === own.id) : undefined
  return course ? <JoinCourseDialog course={course} open onClose={onClose} /> : null
}
