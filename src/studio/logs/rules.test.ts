import { expect, it } from 'vitest'
import { lineIn } from './rules.ts'

it('a line is read in the reader’s language, and one that is known in English alone is English to everybody', () => {
  const line = { message: 'User signed in.', messageEt: 'Kasutaja logis sisse.' }
  expect(lineIn('en', line)).toEqual({ text: 'User signed in.', language: 'en' })
  expect(lineIn('et', line)).toEqual({ text: 'Kasutaja logis sisse.', language: 'et' })
  expect(lineIn('et', { message: 'It broke', messageEt: null })).toEqual({ text: 'It broke', language: 'en' })
})
