import { expect, it } from 'vitest'
import { languages } from '#kernel/messages.ts'
import { registrations } from './contract.ts'
import { refusals } from './messages.ts'

const commands = [registrations.registerWithMembership, registrations.registerWithDropIn, registrations.cancel]

it.each(languages)('has a text for every refusal of a place (%s)', (language) => {
  const codes = commands.flatMap(({ refuses }): readonly string[] => refuses)
  expect(codes.filter((code) => !Object.hasOwn(refusals[language], code))).toEqual([])
})
