import { ForWhom, useForWhom, type Candidate } from '#studio/families/parts/ForWhom.tsx'
import { othersNamed } from '#studio/families/parts/othersNamed.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useMayCover } from '#studio/families/parts/useMayCover.ts'
import { useOthersPay } from '#studio/families/parts/useOthersPay.ts'
import { useExplainWho } from '#studio/families/parts/useExplainWho.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { PaymentDialog } from '#studio/payments/parts/PaymentDialog.tsx'
import type { PaymentChoice } from '#studio/payments/parts/sale.ts'
import type { CheckDiscount } from '#studio/payments/parts/useDiscountCode.ts'
import { send, useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
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
export function JoinCourseDialog(props: {
  course: ListedCourse
  /** The people to choose from, if the account books for several. */
  candidates?: readonly Candidate[]
  open: boolean
  onClose: () => void
}) {
  const { course, candidates = [], open, onClose } = props
  const { chosen, tick, handle, isSaid } = useForWhom(candidates)
  const othersPay = useOthersPay()
  const mayCover = useMayCover()
  const several = useCommand(courses.joinSeveral)
  const { run } = useCommand(courses.join)
  const explain = useExplainWho(useRefusalText(joinFailures, refusals))
  const t = useTexts(texts)
  const { methods, theyAreIn } = useTexts(paymentTexts)
  const others = othersNamed(chosen)
  const { addToCalendar } = useTexts(words)

  const check: CheckDiscount = (code, coverMember) =>
    send(courses.checkDiscount, { code, courseId: course.id, coverMember })

  const { userId } = useMe()
  const myself = userId === null ? [] : [userId]

  async function join(choice: PaymentChoice) {
    const people = chosen.map(({ personId }) => ({ personId }))
    const input = { courseId: course.id, ...choice }
    const outcome = await (people.length > 0 ? several.run({ ...input, people }) : run(input))
    if (outcome?.ok) {
      const whose = chosen.find(({ own }) => own) ?? chosen[0]
      const item = { kind: 'course', id: course.id, ...(whose && askFor(whose)) } as const
      const link = { href: calendarPath(item), label: addToCalendar }
      const method = methods[choice.paymentMethod]
      toast.success(others ? t.othersRegisteredUsing(others, method) : t.registeredUsing(method), link)
    }
    return outcome
  }

  return (
    <PaymentDialog
      title={t.registerTitle}
      item={course.name}
      details={<WeeklyTime course={course} />}
      price={coursePrice(course)}
      buyers={candidates.length > 0 ? chosen.map(({ personId }) => personId) : myself}
      mayCover={candidates.length === 0 || mayCover(chosen)}
      note={candidates.length > 0 && <ForWhom handle={handle} candidates={candidates} chosen={chosen} onTick={tick} />}
      open={open}
      onClose={onClose}
      checkDiscount={course.takesCodes ? check : undefined}
      othersPay={othersPay(chosen)}
      thanks={others && ((...sum) => theyAreIn(others, ...sum))}
      mayPay={isSaid}
      onPay={join}
      explain={explain}
    />
  )
}
