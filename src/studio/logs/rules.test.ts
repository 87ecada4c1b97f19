import { expect, it } from 'vitest'
import { lineIn } from './rules.ts'

it('shows a line in the reader’s language, or in English if it exists only in English', () => {
  const line = { message: 'User signed in.', messageEt: 'Kasutaja logis sisse.' }
  expect(lineIn('en', line)).toEqual({ text: 'User signed in.', language: 'en' })
  expect(lineIn('et', line)).toEqual({ text: 'Kasutaja logis sisse.', language: 'et' })
  expect(lineIn('et', { message: 'It broke', messageEt: null })).toEqual({ text: 'It broke', language: 'en' })
})
