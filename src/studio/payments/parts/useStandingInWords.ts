import type { Instant } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useNow } from '#web/studio.tsx'
import { texts } from '../messages.ts'
import { standingInWords, type ShownPaymentStatus } from '../rules.ts'

/** The status of a payment in the words of its badges, for files. */
export function useStandingInWords(): (status: ShownPaymentStatus, deadline: Instant | null) => string {
  const { statuses, overdue } = useTexts(texts)
  const now = useNow()
  return (status, deadline) => standingInWords({ status, deadline: deadline ?? Infinity }, now, { statuses, overdue })
}
