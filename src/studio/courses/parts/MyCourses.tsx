import { useId, useState } from 'react'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { PaymentStanding } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useToday } from '#web/studio.tsx'
import { AddToCalendar } from '#web/ui/AddToCalendar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dotted, Whose } from '#web/ui/Dotted.tsx'
import { Line, Lines } from '#web/ui/Lines.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Price } from '#web/ui/Price.tsx'
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx'
import { courses } from '../calls.ts'
import type { OwnCourse } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { classesOf, courseHasStarted } from '../rules.ts'
import { CourseDates, DaysOff, WeeklyTime } from './CourseTimes.tsx'
import { LeaveCourseDialog } from './LeaveCourseDialog.tsx'

/** The dashboard's courses of everybody whom the account books for. */
export function MyCourses() {
  const t = useTexts(texts)
  const { loading, tryAgain } = useTexts(words)
  const [leaving, setLeaving] = useState<FamilyCourse | null>(null)
  const { rows, isFamily, state, retry } = useFamilyRows(courses.mine)
  return (
    <Section title={t.mine}>
      {state === 'loading' && <LoadingState label={loading} count={2} />}
      {state === 'failed' && <ErrorState text={t.loadFailed} retryLabel={tryAgain} onRetry={retry} />}
      {state === 'ready' && rows.length === 0 && (
        <EmptyState
          text={isFamily ? t.familyNone : t.mineNone}
          action={
            <LinkButton to="/classes" hash="courses">
              {t.toCourses}
            </LinkButton>
          }
          small
        />
      )}
      {state === 'ready' && rows.length > 0 && (
        <Lines label={t.mine}>
          {rows.map((course) => (
            <OwnCourseLine
              key={`${course.courseId} ${course.person.personId}`}
              course={course}
              who={isFamily ? course.person.displayName : undefined}
              onLeave={() => setLeaving(course)}
            />
          ))}
        </Lines>
      )}
      {leaving && (
        <LeaveCourseDialog
          course={leaving}
          person={isFamily ? leaving.person : undefined}
          onClose={() => setLeaving(null)}
        />
      )}
    </Section>
  )
}

type FamilyCourse = OwnCourse & { readonly person: FamilyPerson }

function OwnCourseLine(props: { course: FamilyCourse; who: string | undefined; onLeave: () => void }) {
  const { course } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const id = useId()
  const started = courseHasStarted(course, useToday())
  const { cannotCancel } = useTexts(forWhomTexts)
  const whyNot = course.person.rights.canBook ? undefined : cannotCancel
  return (
    <Line
      long
      id={id}
      name={course.name}
      more={
        <>
          <Dotted>
            {props.who && <Whose name={props.who} />}
            <WeeklyTime course={course} />
            <CourseDates course={course} />
            {t.classes(classesOf(course))}
          </Dotted>
          <DaysOff days={course.daysOff} />
        </>
      }
      state={
        course.paymentStatus && <PaymentStanding status={course.paymentStatus} deadline={course.paymentDeadline} />
      }
      amount={course.price !== null && <Price cents={course.price} />}
      actions={
        <>
          <AddToCalendar iconOnly kind="course" id={course.courseId} {...askFor(course.person)} describedBy={id} />
          <Button
            size="small"
            variant="quiet"
            onPress={props.onLeave}
            whyDisabled={started ? explain({ code: 'courseStarted' }) : whyNot}
            aria-describedby={id}
          >
            {t.cancel}
          </Button>
        </>
      }
    />
  )
}
