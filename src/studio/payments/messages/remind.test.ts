import { expect, test } from 'vitest'
import { nobodyInWords } from './remind.ts'

test('nobodyInWords() says how many payers are left out for which reason', () => {
  const left = [{ why: 'remindedLately' }, { why: 'noAccount' }, { why: 'remindedLately' }] as const
  expect(nobodyInWords(left, 'en')).toBe(
    'Nobody to remind now: 1 payer has no account, 2 payers were reminded less than 7 days ago.',
  )
  expect(nobodyInWords(left, 'et')).toBe(
    'Praegu pole kedagi, kellele meelde tuletada: 1 maksjal ei ole kontot, 2 maksjat sai meeldetuletuse vähem kui 7 päeva eest.',
  )
})
