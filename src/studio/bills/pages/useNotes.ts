import { useTexts } from '#web/language.tsx'
import { useFormats, useStudio } from '#web/studio.tsx'
import type { BillRow } from '../contract.ts'
import { texts } from '../messages.ts'

/** The notes beside a person's fee. */
export function useNotes(): (row: BillRow, discount: number) => string[] {
  const t = useTexts(texts)
  const { date, euros } = useFormats()
  const { siblingPercent } = useStudio()
  return ({ joined, left, pauses }, discount) => [
    ...(joined ? [t.joined(date(joined))] : []),
    ...(left ? [t.left(date(left))] : []),
    ...pauses.map(({ from, until, reason }) => t.paused(date(from), date(until), reason)),
    ...(discount > 0 ? [t.siblings(siblingPercent, euros(discount))] : []),
  ]
}
