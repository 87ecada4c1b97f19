import { FileDown } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { texts } from '../messages.ts'
import { canHaveReceipt } from '../rules.ts'
import { useReceipt } from './useReceipt.ts'

/** 'Receipt' at a confirmed payment; nothing at others. */
export function ReceiptButton(props: {
  payment: { id: string; description: string; status: string; received?: number }
  /** Its icon alone, at the end of a narrow table. */
  round?: boolean
}) {
  const { payment } = props
  const t = useTexts(texts)
  const { save, pending } = useReceipt()
  if (!useStudio().features.includes('papers') || !canHaveReceipt(payment)) return null
  const own = {
    variant: 'quiet',
    icon: <FileDown aria-hidden="true" className={props.round ? 'size-5' : 'size-4'} />,
    pending,
    onPress: () => void save(payment.id),
  } as const
  const name = t.receiptOf(payment.description)
  if (props.round) return <IconButton {...own} label={name} />
  return (
    <Button {...own} size="small" aria-label={name}>
      {/* on a phone the name of what was paid needs the room */}
      <span className="max-sm:sr-only">{t.kinds.receipt}</span>
    </Button>
  )
}
