import { useId, useState } from 'react'
import { useWhyNotRegister } from '#studio/accounts/parts/useWhyNotRegister.ts'
import { useWhyPayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { priceFor } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useToday } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CapacityMeter } from '#web/ui/CapacityMeter.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { Price } from '#web/ui/Price.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import type { ListedCourse } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { coursePrice } from '../rules.ts'
import { courseButton } from './courseButton.ts'
import { CourseDates, WeeklyTime } from './CourseTimes.tsx'
import { JoinCourseDialog } from './JoinCourseDialog.tsx'
import { LeaveCourseDialog } from './LeaveCourseDialog.tsx'

const DESCRIPTION_IN_LISTS = 50

/** One course of the list, with its Register or Cancel button. */
export function CourseCard(props: { course: ListedCourse; registered: boolean }) {
  const { course, registered } = props
  const [open, setOpen] = useState<'register' | 'cancel' | null>(null)
  const whyNotRegister = useWhyNotRegister()
  const whyPayFirst = useWhyPayFirst()
  const explain = useRefusalText(refusals)
  const t = useTexts(texts)
  const word = useTexts(words)
  const { date } = useFormats()
  const id = useId()

  const button = courseButton(course, registered, useToday())
  const whyNotJoin = button.does === 'register' ? whyPayFirst : undefined
  const whyNot = whyNotRegister ?? (button.refusal ? explain({ code: button.refusal }) : whyNotJoin)
  const price = coursePrice(course)
  const close = () => setOpen(null)

  return (
    <Card as="li" label={course.name}>
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <h3 id={id} className="text-lg">
            {course.name}
          </h3>
          {registered && <Badge tone="good">{t.registered}</Badge>}
          {button.refusal === 'courseFull' && <Badge tone="danger">{t.full}</Badge>}
          {button.refusal === 'courseDeadlinePassed' && <Badge tone="warning">{t.closed}</Badge>}
        </div>
        {course.description && (
          <p className="mt-1 text-muted">
            <ShowMore
              text={course.description}
              limit={DESCRIPTION_IN_LISTS}
              moreLabel={word.showMore}
              lessLabel={word.showLess}
            />
          </p>
        )}
      </div>
      <Facts
        facts={[
          { name: t.dates, value: <CourseDates course={course} /> },
          { name: t.time, value: <WeeklyTime course={course} /> },
          { name: t.nrOfClasses, value: course.nrOfClasses },
          { name: t.standardPrice, value: <Price cents={priceFor(price, false)} /> },
          { name: t.memberPrice, value: <Price cents={priceFor(price, true)} /> },
          { name: t.registerUntil, value: date(course.regDeadline) },
        ]}
      />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <CapacityMeter
          label={t.participants}
          taken={course.registeredCount}
          places={course.defaultMaxParticipants}
          show="label"
        />
        <Button
          variant={button.does === 'register' ? 'primary' : 'secondary'}
          onPress={() => setOpen(button.does)}
          whyDisabled={whyNot}
          aria-describedby={id}
        >
          {button.does === 'register' ? t.register : t.cancel}
        </Button>
      </div>
      <JoinCourseDialog course={course} open={open === 'register'} onClose={close} />
      {open === 'cancel' && <LeaveCourseDialog course={{ courseId: course.id, name: course.name }} onClose={close} />}
    </Card>
  )
}
