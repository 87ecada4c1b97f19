import { expect, it } from 'vitest'
import { logLines } from './log.ts'

it('log lines name statuses and reasons in words, as the screens do', () => {
  expect(logLines.moved('due', 'markedByUser', 'marked as paid by the user')).toEqual({
    en: 'Payment: Due → Marked as Paid: marked as paid by the user.',
    et: 'Makse: Tasumata → Märgitud tasutuks (kasutaja märkis tasutuks).',
  })
  expect(logLines.notMarked('paymentNotDue').en).toBe('Marking as paid refused: this payment is not due any more.')
  expect(logLines.reminded(1).en).toBe('1 payer reminded of what they owe.')
})
