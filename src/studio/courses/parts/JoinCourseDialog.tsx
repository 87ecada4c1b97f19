import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { PaymentDialog, type PaymentChoice } from '#studio/payments/parts/PaymentDialog.tsx'
import { send, useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { calendarPath } from '#web/ui/AddToCalendar.tsx'
import { toast } from '#web/ui/toast.ts'
import { courses } from '../calls.ts'
import type { ListedCourse } from '../contract.ts'
import { joinFailures, refusals, texts } from '../messages.ts'
import { coursePrice } from '../rules.ts'
import { WeeklyTime } from './CourseTimes.tsx'

/** Registers for a course through the payment dialog. */
export function JoinCourseDialog(props: { course: ListedCourse; open: boolean; onClose: () => void }) {
  const { course, open, onClose } = props
  const { run } = useCommand(courses.join)
  const explain = useRefusalText(joinFailures, refusals)
  const t = useTexts(texts)
  const { methods } = useTexts(paymentTexts)
  const { addToCalendar } = useTexts(words)

  async function join(choice: PaymentChoice) {
    const outcome = await run({ courseId: course.id, ...choice })
    if (outcome?.ok) {
      const link = { href: calendarPath({ kind: 'course', id: course.id }), label: addToCalendar }
      toast.success(t.registeredUsing(methods[choice.paymentMethod]), link)
    }
    return outcome
  }

  return (
    <PaymentDialog
      title={t.registerTitle}
      item={course.name}
      details={<WeeklyTime course={course} />}
      price={coursePrice(course)}
      open={open}
      onClose={onClose}
      checkDiscount={(code, coverMember) => send(courses.checkDiscount, { code, courseId: course.id, coverMember })}
      onPay={join}
      explain={explain}
    />
  )
}
