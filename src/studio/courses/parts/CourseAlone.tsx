import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { words } from '#web/messages.ts'
import { ShareButton } from '#web/ShareButton.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { courses } from '../calls.ts'
import type { ListedCourse } from '../contract.ts'
import { texts } from '../messages.ts'
import { CourseCard } from './CourseCard.tsx'
import { useCoursesKnown } from './useFamilyCourse.ts'
import type { WaitingSlot } from './waitingSlot.ts'
import { CourseDates, WeeklyTime } from './CourseTimes.tsx'

/** One course on its own page, for people who got the link. */
export function CourseAlone({ id, waiting }: { id: string; waiting: WaitingSlot | undefined }) {
  const t = useTexts(texts)
  return (
    <Page width="single">
      <LiveAnswer query={courses.listed} input={{ id }} shape="text" count={4} failed={t.loadFailed}>
        {(course) => (course ? <OneCourse course={course} waiting={waiting} /> : <Gone />)}
      </LiveAnswer>
      <div>
        <LinkButton to="/classes" hash="courses" size="small">
          {t.allCourses}
        </LinkButton>
      </div>
    </Page>
  )
}

function Gone() {
  const t = useTexts(texts)
  return (
    <>
      <PageHeader title={t.gone} />
      <EmptyState text={t.goneHint} />
    </>
  )
}

function OneCourse({ course, waiting }: { course: ListedCourse; waiting: WaitingSlot | undefined }) {
  const t = useTexts(texts)
  const { tryAgain } = useTexts(words)
  const { state, retry } = useCoursesKnown()
  return (
    <>
      <PageHeader
        title={course.name}
        subtitle={
          <Dotted>
            <WeeklyTime course={course} />
            <CourseDates course={course} />
          </Dotted>
        }
        lowOnPhone
        actions={<ShareButton title={course.name} />}
      />
      {/* don't show the button before its state is known */}
      {state === 'ready' && (
        <ul>
          <CourseCard course={course} alone waiting={waiting} />
        </ul>
      )}
      {state === 'failed' && <ErrorState text={t.loadFailed} retryLabel={tryAgain} onRetry={retry} />}
    </>
  )
}
