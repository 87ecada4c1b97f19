import { expect, it } from 'vitest'
import { deskTexts } from '#studio/accounts/messages/desk.ts'
import { texts } from './messages.ts'

it('names the letters that can be sent again as the buttons on the person’s page do', () => {
  expect([deskTexts.en.inviteAgain, deskTexts.en.verifyAgain].join()).toMatch(/the invitation.*the verification e-mail/)
  expect(texts.en.unverified).toContain('the invitation or the verification e-mail again')
  expect([deskTexts.et.inviteAgain, deskTexts.et.verifyAgain].join()).toMatch(/kutse.*kinnituskiri/)
  expect(texts.et.unverified).toContain('Kutse või kinnituskirja saad uuesti saata')
})
