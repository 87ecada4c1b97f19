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
import { WaitingButtons, WaitingLines, WhereInLine, type DancersWaiting } from './WaitingLines.tsx'

/** Dashboard: the user's waits, or with `offers` the offered places; nothing if there are none. */
export function MyWaiting({ offers = false }: { offers?: boolean }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { rows, isFamily } = useOfDancers(waiting.mine)
  const own = rows.filter(({ state }) => (state === 'offered') === offers)
  const [taken, setTaken] = useState<DancersWaiting | null>(null)
  if (own.length === 0 && !taken) return null
  const takes = (here: readonly DancersWaiting[]) => (who: Dancer) =>
    setTaken(here.find(({ dancer }) => dancer.personId === who.personId) ?? null)
  // courses have no single day: sort them last
  const day = ({ startsAt }: DancersWaiting) => startsAt ?? Number.MAX_SAFE_INTEGER
  const soonest = own.toSorted((a, b) => day(a) - day(b))
  const keyOf = ({ kind, id }: DancersWaiting) => `waiting-${kind}-${id}`
  const firsts = soonest.filter((one, index) => soonest.findIndex((other) => keyOf(other) === keyOf(one)) === index)
  const title = offers ? t.placeFree : t.title
  // the target of the links in letters
  const isFirst = offers || rows.every(({ state }) => state !== 'offered')
  return (
    <div id={isFirst ? 'waiting' : undefined} className="scroll-mt-24">
      <Section title={title}>
        <Lines label={title}>
          {firsts.map((one) => {
            const id = keyOf(one)
            const named = `${id} ${factsOf(id)}`
            const when = one.startsAt !== null && one.endsAt !== null && formats.dayAndTimes(one.startsAt, one.endsAt)
            const here = soonest.filter((other) => keyOf(other) === id)
            const several = here.length > 1
            return (
              <Line
                key={id}
                id={id}
                name={one.name}
                long
                more={
                  <Dotted>
                    {isFamily && !several && (one.state !== 'offered' || one.dancer.own) && (
                      <Whose name={one.dancer.displayName} />
                    )}
                    {when}
                  </Dotted>
                }
                state={!several && <WhereInLine own={one} whose={!isFamily} />}
                actions={!several && <WaitingButtons own={one} namedBy={named} onTake={() => setTaken(one)} />}
                below={several && <WaitingLines own={here} named namedBy={named} onTake={takes(here)} free={false} />}
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

/** The usual dialog, in which the held place counts as free. */
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
