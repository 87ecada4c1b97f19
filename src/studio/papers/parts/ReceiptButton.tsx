import { FileDown } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { texts } from '../messages.ts'
import { canHaveReceipt } from '../rules.ts'
import { useReceipt } from './useReceipt.ts'

/** 'Receipt' at a confirmed payment; nothing at others. */
export function ReceiptButton(props: {
  payment: { id: string; description: string; status: string; received?: number }
}) {
  const { payment } = props
  const t = useTexts(texts)
  const { save, pending } = useReceipt()
  if (!useStudio().features.includes('papers') || !canHaveReceipt(payment)) return null
  return (
    <Button
      size="small"
      variant="quiet"
      icon={<FileDown aria-hidden="true" className="size-4" />}
      aria-label={t.receiptOf(payment.description)}
      pending={pending}
      onPress={() => void save(payment.id)}
    >
      {/* on a phone the name of what was paid needs the room */}
      <span className="max-sm:sr-only">{t.kinds.receipt}</span>
    </Button>
  )
}
