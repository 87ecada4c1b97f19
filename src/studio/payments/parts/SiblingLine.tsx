import type { Cents } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { Price } from '#web/ui/Price.tsx'
import { texts } from '../messages.ts'

/** What the sibling discount took off a payment; nothing if it was not applied. */
export function SiblingLine({ siblingPercent, discount }: { siblingPercent: number | null; discount: Cents }) {
  const t = useTexts(texts)
  if (siblingPercent === null) return null
  return (
    <span className="block text-xs font-normal text-muted">
      {t.siblingDiscount(siblingPercent)}: <Price cents={-discount} />
    </span>
  )
}
