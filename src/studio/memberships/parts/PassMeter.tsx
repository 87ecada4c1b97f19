import { useTexts } from '#web/language.tsx'
import { RestMeter } from '#web/ui/CapacityMeter.tsx'
import { texts } from '../messages.ts'
import { leftOf } from '../rules/book.ts'

/** Classes left on a pass: in words, and as a bar that empties. */
export function PassMeter({ of }: { of: { readonly classesUsed: number; readonly classLimit: number } }) {
  const { left } = useTexts(texts)
  const classes = leftOf(of)
  return <RestMeter label={left(classes, of.classLimit)} left={classes} all={of.classLimit} />
}
