import { useTexts } from '#web/language.tsx'
import { CapacityMeter } from '#web/ui/CapacityMeter.tsx'
import { texts } from '../messages.ts'
import { leftOf } from '../rules/book.ts'

/** What is left of a pass: in words, and a bar that fills with what is used. */
export function PassMeter({ of }: { of: { readonly classesUsed: number; readonly classLimit: number } }) {
  const { left } = useTexts(texts)
  return <CapacityMeter label={left(leftOf(of), of.classLimit)} inWords taken={of.classesUsed} places={of.classLimit} />
}
