import { useId, useState } from 'react'
import { PaymentStatusBadge } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useToday } from '#web/studio.tsx'
import { AddToCalendar } from '#web/ui/AddToCalendar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardGrid, Cluster } from '#web/ui/Card.tsx'
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
      <LiveAnswer query={courses.mine} input={{}} shape="cards" count={2} failed={t.loadFailed}>
        {(mine) =>
          mine.length === 0 ? (
            <EmptyState text={t.mineNone} action={<LinkButton to="/classes">{t.toCourses}</LinkButton>} small />
          ) : (
            <CardGrid fill label={t.mine}>
              {mine.map((course) => (
                <OwnCourseCard key={course.courseId} course={course} onLeave={() => setLeaving(course)} />
              ))}
            </CardGrid>
          )
        }
      </LiveAnswer>
      {leaving && <LeaveCourseDialog course={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  )
}

function OwnCourseCard(props: { course: OwnCourse; onLeave: () => void }) {
  const { course } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const id = useId()
  const started = courseHasStarted(course, useToday())
  return (
    <Card as="li" label={course.name}>
      <div>
        <h3 id={id} className="text-lg">
          {course.name}
        </h3>
        <p className="text-muted">
          <WeeklyTime course={course} />
        </p>
        <p className="text-muted">
          <CourseDates course={course} /> · {t.classes(course.nrOfClasses)}
        </p>
      </div>
      <Cluster>
        <PaymentStatusBadge status={course.paymentStatus} />
        <span className="font-semibold">
          <Price cents={course.price} />
        </span>
      </Cluster>
      <Cluster>
        {/* its words, not its edge that nobody sees, below the rest of the card */}
        <span className="-ml-4">
          <AddToCalendar kind="course" id={course.courseId} describedBy={id} />
        </span>
        <Button
          size="small"
          onPress={props.onLeave}
          whyDisabled={started ? explain({ code: 'courseStarted' }) : undefined}
          aria-describedby={id}
        >
          {t.cancel}
        </Button>
      </Cluster>
    </Card>
  )
}
