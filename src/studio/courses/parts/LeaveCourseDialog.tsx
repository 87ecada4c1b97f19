import type { FamilyPerson } from '#studio/families/contract.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useMoneyBack } from '#studio/payments/parts/useMoneyBack.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { courses } from '../calls.ts'
import { leaveFailures, refusals, texts } from '../messages.ts'

/** Confirms and cancels a course registration of the caller or a child. */
export function LeaveCourseDialog(props: {
  course: { courseId: string; name: string }
  person?: FamilyPerson | undefined
  onClose: () => void
}) {
  const { person } = props
  const { courseId, name } = props.course
  const t = useTexts(texts)
  const live = useLive(courses.mine, person ? askFor(person) : {})
  const place = live.state === 'ready' ? live.answer.find((one) => one.courseId === courseId) : undefined
  const other = person && !person.own ? person.displayName : null
  const money = useMoneyBack()(place ?? { paymentStatus: null, moneyBack: null })
  return (
    <ConfirmCommand
      command={courses.leave}
      input={{ courseId, ...(person && askFor(person)) }}
      title={other === null ? t.cancelTitle : `${t.cancelTitle} (${other})`}
      question={other === null ? t.cancelQuestion(name) : t.cancelQuestionOf(other, name)}
      confirmLabel={t.cancelTitle}
      cancelLabel={t.keepPlace}
      explain={useRefusalText(leaveFailures, refusals)}
      onDone={() => toast.success([t.cancelled, money.credit].filter(Boolean).join(' '))}
      onClose={props.onClose}
      danger
    >
      {(money.credit || money.ask) && (
        <div className="flex flex-col gap-3">
          {money.credit && <p>{money.credit}</p>}
          {money.ask && <p>{money.ask}</p>}
        </div>
      )}
    </ConfirmCommand>
  )
}
