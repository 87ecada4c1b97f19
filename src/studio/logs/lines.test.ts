import { expect, it } from 'vitest'
import { sayLine } from './messages/lines.ts'

it('a line of the log is said in the reader’s language, its states in words', () => {
  const moved = 'Payment due → markedByUser: marked as paid by the user.'
  expect(sayLine(moved, 'en').text).toBe('Payment Due → Marked as Paid: marked as paid by the user.')
  expect(sayLine(moved, 'et')).toEqual({
    text: 'Makse: Tasumata → Märgitud tasutuks (kasutaja märkis tasutuks).',
    language: 'et',
  })
  expect(sayLine('Class registration refused: alreadyRegistered.', 'et').text).toBe(
    'Trenni ei saanud registreeruda: on juba registreerunud.',
  )
  expect(sayLine('Course created: K-pop {} in six weeks.', 'et').text).toBe('Kursus loodi: K-pop {} in six weeks.')
})

it('what nobody has put into words stays as it is kept, in English', () => {
  expect(sayLine('It broke', 'et')).toEqual({ text: 'It broke', language: 'en' })
  expect(sayLine('Registered for due.', 'en').text).toBe('Registered for due.')
})
