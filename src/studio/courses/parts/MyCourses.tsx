import { useId, useState } from 'react'
import { PaymentStatusBadge } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useToday } from '#web/studio.tsx'
import { AddToCalendar } from '#web/ui/AddToCalendar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Line, Lines } from '#web/ui/Lines.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Price } from '#web/ui/Price.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { courses } from '../calls.ts'
import type { OwnCourse } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { courseHasStarted } from '../rules.ts'
import { CourseDates, WeeklyTime } from './CourseTimes.tsx'
import { LeaveCourseDialog } from './LeaveCourseDialog.tsx'

/** The dashboard's registered courses. */
export function MyCourses() {
  const t = useTexts(texts)
  const [leaving, setLeaving] = useState<OwnCourse | null>(null)
  return (
    <Section title={t.mine}>
      <LiveAnswer query={courses.mine} input={{}} count={2} failed={t.loadFailed}>
        {(mine) =>
          mine.length === 0 ? (
            <EmptyState text={t.mineNone} action={<LinkButton to="/classes">{t.toCourses}</LinkButton>} small />
          ) : (
            <Lines label={t.mine}>
              {mine.map((course) => (
                <OwnCourseLine key={course.courseId} course={course} onLeave={() => setLeaving(course)} />
              ))}
            </Lines>
          )
        }
      </LiveAnswer>
      {leaving && <LeaveCourseDialog course={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  )
}

function OwnCourseLine(props: { course: OwnCourse; onLeave: () => void }) {
  const { course } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const id = useId()
  const started = courseHasStarted(course, useToday())
  return (
    <Line
      long
      id={id}
      name={course.name}
      more={
        <>
          <WeeklyTime course={course} /> · <CourseDates course={course} /> · {t.classes(course.nrOfClasses)}
        </>
      }
      state={
        <>
          <PaymentStatusBadge status={course.paymentStatus} />
          <span className="font-semibold">
            <Price cents={course.price} />
          </span>
        </>
      }
      actions={
        <>
          <AddToCalendar iconOnly kind="course" id={course.courseId} describedBy={id} />
          <Button
            size="small"
            variant="quiet"
            onPress={props.onLeave}
            whyDisabled={started ? explain({ code: 'courseStarted' }) : undefined}
            aria-describedby={id}
          >
            {t.cancel}
          </Button>
        </>
      }
    />
  )
}
