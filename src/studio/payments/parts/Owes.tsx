import { euros } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { payments } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'

/**
 * 'owes 63€' beside a person's name, and since when it is overdue; what of it they owe for others, or who pays for them.
 * Nothing while nothing is due.
 */
export function Owes({ userId }: { userId: string }) {
  const t = useTexts(deskTexts)
  const { dayOfYear } = useFormats()
  const now = useNow()
  const live = useLive(payments.owed, { userId })
  if (live.state !== 'ready') return null
  const { owes, forOthers, paidBy } = live.answer
  const deadlines = [live.answer, ...forOthers].flatMap(({ deadline }) => deadline ?? [])
  const deadline = Math.min(...deadlines)
  const sum = forOthers.reduce((all, other) => all + other.owes, paidBy.length === 0 ? owes : 0)
  const overdue = now > deadline
  return (
    <>
      {(sum > 0 || owes > 0) && (
        <Badge tone={overdue ? 'danger' : 'warning'}>
          {t.owes(euros(sum || owes))}
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
