import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { payments } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'

/**
 * 'owes 63€' beside a person's name, and the earliest due date if that is over; what they owe for others, or who pays for them.
 * Nothing while nothing is due.
 */
export function Owes({ userId }: { userId: string }) {
  const t = useTexts(deskTexts)
  const { dayOfYear, euros } = useFormats()
  const now = useNow()
  const live = useLive(payments.owed, { userId })
  if (live.state !== 'ready') return null
  const { owes, pays, paidBy } = live.answer
  // if they pay nothing themselves, show what another person owes for them
  const theirs = pays.length > 0 ? pays : [{ owes, deadline: live.answer.deadline }]
  const deadline = Math.min(...theirs.flatMap((one) => one.deadline ?? []))
  const sum = theirs.reduce((all, one) => all + one.owes, 0)
  const forOthers = pays.filter((one) => one.userId !== userId)
  const overdue = now > deadline
  return (
    <>
      {sum > 0 && (
        <Badge tone={overdue ? 'danger' : 'warning'} wraps>
          {t.owes(euros(sum))}
          {overdue && <span className="font-normal">{t.since(dayOfYear(deadline))}</span>}
        </Badge>
      )}
      {forOthers.map((other) => (
        <span key={other.userId} className="text-sm">
          <TextLink to="/admin/users/$id" params={{ id: other.userId }}>
            {t.owesFor(euros(other.owes), other.name)}
          </TextLink>
        </span>
      ))}
      {paidBy.map((payer) => (
        <span key={payer.userId} className="text-sm">
          <TextLink to="/admin/users/$id" params={{ id: payer.userId }}>
            {t.paidBy(payer.name)}
          </TextLink>
        </span>
      ))}
    </>
  )
}
