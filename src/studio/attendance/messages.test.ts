import { expect, it } from 'vitest'
import { languages } from '#kernel/messages.ts'
import { attendance } from './contract.ts'
import { refusals } from './messages.ts'

it.each(languages)('has a text for every refusal of attendance (%s)', (language) => {
  const codes = [...attendance.take.refuses, ...attendance.removeRegistration.refuses]
  expect(codes.filter((code) => !Object.hasOwn(refusals[language], code))).toEqual([])
})
