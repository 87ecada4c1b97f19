import { PayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { DeskLink } from '#web/DeskLink.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import type { Live } from '#web/live/connection.ts'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { courses } from '../calls.ts'
import type { ListedCourse } from '../contract.ts'
import { texts } from '../messages.ts'
import { CourseCard } from './CourseCard.tsx'
import { useCoursesKnown } from './useFamilyCourse.ts'
import type { WaitingSlot } from './waitingSlot.ts'

/** The courses that one can join, for visitors as well. */
export function AvailableCourses({ waiting }: { waiting: WaitingSlot | undefined }) {
  const available = useLive(courses.available, {})
  const known = useCoursesKnown()
  const t = useTexts(texts)
  const live: Live<ListedCourse[]> = known.state === 'ready' ? available : { state: known.state }
  return (
    <Section title={t.available}>
      <LiveContent
        live={live}
        retry={known.state === 'failed' ? known.retry : () => retryLive(courses.available, {})}
        shape="cards"
        count={2}
        failed={t.loadFailed}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState text={t.none} hint={t.noneHint} action={<DeskLink to="/admin/create-course" />} />
          ) : (
            <>
              <PayFirst />
              <ul className="flex flex-col gap-4">
                {list.map((course) => (
                  <CourseCard key={course.id} course={course} waiting={waiting} />
                ))}
              </ul>
            </>
          )
        }
      </LiveContent>
    </Section>
  )
}
