import { expect, it } from 'vitest'
import { languages } from '#kernel/messages.ts'
import { texts as screens } from '#studio/accounts/messages/screens.ts'
import { registrations } from './contract.ts'
import { refusals } from './messages.ts'
import { checkTexts } from './messages/check.ts'
import { deskRefusals } from './messages/desk.ts'

it.each(languages)('an unverified person is helped also without a password (%s)', (language) => {
  expect(checkTexts[language].ways.verificationNeeded).toContain(screens[language].signIn.toForgotPassword)
})

const commands = [
  registrations.registerWithMembership,
  registrations.registerWithDropIn,
  registrations.cancel,
  registrations.registerOtherWithMembership,
  registrations.registerOtherWithDropIn,
  registrations.cancelEntry,
]

it.each(languages)('there is a text for every refusal of a place (%s)', (language) => {
  const codes = commands.flatMap(({ refuses }): readonly string[] => refuses)
  const texts = { ...refusals[language], ...deskRefusals[language] }
  expect(codes.filter((code) => !Object.hasOwn(texts, code))).toEqual([])
})
