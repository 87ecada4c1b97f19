import type { Reader } from '#studio/notices/server/readers.ts'
import { letters } from '../messages/letters.ts'
import type { Payment } from '../rules.ts'

/**
 * What a letter says about the money of something that staff have ended; `payment` as it was before. Nothing for a
 * guardian who does not pay it.
 */
export function moneyOfEnded(
  payment: Pick<Payment, 'status' | 'payerId'> | null,
  { accountId, of, language }: Pick<Reader, 'accountId' | 'of' | 'language'>,
): string[] {
  if (payment === null || payment.status === 'cancelled') return []
  if (of !== null && accountId !== payment.payerId) return []
  const { ended: words } = letters[language]
  return [payment.status === 'due' ? words.nothingToPay : words.moneyBack]
}
