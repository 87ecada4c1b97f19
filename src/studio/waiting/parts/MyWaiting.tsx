import { useState } from 'react'
import { courses } from '#studio/courses/calls.ts'
import type { ListedCourse } from '#studio/courses/contract.ts'
import { JoinCourseDialog } from '#studio/courses/parts/JoinCourseDialog.tsx'
import { useFamilyCourse } from '#studio/courses/parts/useFamilyCourse.ts'
import { withoutHeld } from '#studio/courses/parts/waitingSlot.ts'
import type { Dancer } from '#studio/families/contract.ts'
import { useOfDancers } from '#studio/families/parts/useOfDancers.ts'
import { registrations } from '#studio/registrations/calls.ts'
import { FamilyRegistrationDialog } from '#studio/registrations/parts/FamilyRegistrationDialog.tsx'
import { RegistrationDialog } from '#studio/registrations/parts/RegistrationDialog.tsx'
import { spanOf } from '#studio/registrations/rules.ts'
import { DAY } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Dotted, Whose } from '#web/ui/Dotted.tsx'
import { factsOf, Line, Lines } from '#web/ui/Lines.tsx'
import { Section } from '#web/ui/Page.tsx'
import { waiting } from '../calls.ts'
import { texts } from '../messages.ts'
import { LeaveButton, TakeButtons, WhereInLine, type DancersWaiting } from './WaitingLines.tsx'

/** For what one waits, on the dashboard; nothing where one waits for nothing. */
export function MyWaiting() {
  const t = useTexts(texts)
  const formats = useFormats()
  const { rows: own, isFamily } = useOfDancers(waiting.mine)
  const [taken, setTaken] = useState<DancersWaiting | null>(null)
  if (own.length === 0 && !taken) return null
  // courses, which have no one day, last
  const day = ({ startsAt }: DancersWaiting) => startsAt ?? Number.MAX_SAFE_INTEGER
  const soonest = own.toSorted((a, b) => day(a) - day(b))
  return (
    <div id="waiting" className="scroll-mt-24">
      <Section title={t.title}>
        <Lines label={t.title}>
          {soonest.map((one) => {
            const id = `waiting-${one.id}-${one.dancer.personId}`
            return (
              <Line
                key={`${one.kind} ${id}`}
                id={id}
                name={one.name}
                long
                more={
                  <Dotted>
                    {isFamily && <Whose name={one.dancer.displayName} />}
                    {one.startsAt !== null && one.endsAt !== null && formats.dayAndTimes(one.startsAt, one.endsAt)}
                  </Dotted>
                }
                state={
                  <>
                    <WhereInLine own={one} whose={!isFamily} />
                    {one.state !== 'expired' && (
                      <span className="-mr-4 ml-auto">
                        <LeaveButton own={one} namedBy={`${id} ${factsOf(id)}`} />
                      </span>
                    )}
                  </>
                }
                actions={
                  one.state !== 'expired' && (
                    <TakeButtons own={one} namedBy={`${id} ${factsOf(id)}`} onTake={() => setTaken(one)} />
                  )
                }
              />
            )
          })}
        </Lines>
      </Section>
      {taken?.kind === 'class' && <TakeClass own={taken} onClose={() => setTaken(null)} />}
      {taken?.kind === 'course' && <TakeCourse own={taken} onClose={() => setTaken(null)} />}
    </div>
  )
}

interface TakeProps {
  readonly own: DancersWaiting
  readonly onClose: () => void
}

/** The usual dialog, with the place that is held as a free one. */
function TakeClass({ own, onClose }: TakeProps) {
  const weeks = spanOf(Math.ceil(((own.startsAt ?? 0) - useNow()) / (7 * DAY)) + 1)
  const live = useLive(registrations.upcoming, { weeks })
  const entry = live.state === 'ready' ? live.answer.entries.find(({ id }) => id === own.id) : undefined
  if (!entry) return null
  const free = withoutHeld(entry)
  if (own.dancer.own) return <RegistrationDialog entry={free} registered={false} onClose={onClose} />
  return <FamilyRegistrationDialog entry={free} dancers={[own.dancer]} registered={[]} absent={[]} onClose={onClose} />
}

function TakeCourse({ own, onClose }: TakeProps) {
  const live = useLive(courses.available, {})
  const course = live.state === 'ready' ? live.answer.find(({ id }) => id === own.id) : undefined
  return course ? <JoinHeld course={course} dancer={own.dancer} onClose={onClose} /> : null
}

function JoinHeld({ course, dancer, onClose }: { course: ListedCourse; dancer: Dancer; onClose: () => void }) {
  const { takerOf } = useFamilyCourse(course)
  return <JoinCourseDialog course={withoutHeld(course)} candidates={takerOf(dancer)} open onClose={onClose} />
}
