import { euros } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { payments } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'

/** 'owes 63€' beside a person's name, and since when it is overdue; nothing while they owe nothing. */
export function Owes({ userId }: { userId: string }) {
  const t = useTexts(deskTexts)
  const { dayOfYear } = useFormats()
  const now = useNow()
  const live = useLive(payments.owed, { userId })
  if (live.state !== 'ready' || live.answer.owes === 0) return null
  const { owes, deadline } = live.answer
  const overdue = deadline !== null && now > deadline
  return (
    <Badge tone={overdue ? 'danger' : 'warning'}>
      {t.owes(euros(owes))}
      {overdue && <span className="font-normal">{t.since(dayOfYear(deadline))}</span>}
    </Badge>
  )
}
