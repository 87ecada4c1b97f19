import { Wallet } from 'lucide-react'
import { useFormats } from '#web/studio.tsx'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { payments } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'

/** How much money waits for an admin's confirmation, with links to it; nothing while none does. */
export function PaymentsToConfirm() {
  const t = useTexts(deskTexts)
  const { euros } = useFormats()
  const live = useLive(payments.toConfirm, {})
  if (live.state !== 'ready') return null
  const { answer } = live
  return (['markedByUser', 'markedByTeacher'] as const)
    .filter((tab) => answer[tab].total > 0)
    .map((tab) => (
      <LinkButton
        key={tab}
        to="/admin/payments"
        search={{ tab }}
        icon={<Wallet aria-hidden="true" className="size-5" />}
      >
        {t.waiting[tab](answer[tab].total, euros(answer[tab].sum))}
      </LinkButton>
    ))
}
