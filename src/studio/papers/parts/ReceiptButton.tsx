import { FileDown } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { texts } from '../messages.ts'
import { canHaveReceipt } from '../rules.ts'
import { useReceipt } from './useReceipt.ts'

/** A 'Receipt' button for a confirmed payment; nothing for others. */
export function ReceiptButton(props: {
  payment: { id: string; description: string; status: string; received?: number }
  /** Shows the word on a phone too, where staff see only the icon. */
  named?: boolean
}) {
  const { payment, named = false } = props
  const t = useTexts(texts)
  const { save, pending } = useReceipt()
  if (!useStudio().features.includes('papers') || !canHaveReceipt(payment)) return null
  const own = {
    variant: 'quiet',
    icon: <FileDown aria-hidden="true" className="size-4" />,
    pending,
    onPress: () => void save(payment.id),
  } as const
  return (
    <Button {...own} size="small" aria-label={t.receiptOf(payment.description)}>
      {/* on a phone, the name of the payment needs the room */}
      <span className={named ? undefined : 'max-sm:sr-only'}>{t.kinds.receipt}</span>
    </Button>
  )
}
