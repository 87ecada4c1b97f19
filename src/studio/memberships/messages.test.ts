import { expect, it, test } from 'vitest'
import { languages } from '#kernel/messages.ts'
import { memberships } from './contract.ts'
import { refusals, texts } from './messages.ts'
import { purchaseFailures, updateFailures } from './messages/desk.ts'
import { ofUserTexts } from './messages/ofUser.ts'
import { checkMembershipEdit } from './rules.ts'

const low = {
  name: 'A',
  description: '',
  standardPrice: -1,
  memberPrice: -1,
  price: null,
  classLimit: 0,
  validPeriod: 0,
  categories: ['Girl Group'],
  excludedCategories: ['Girl Group'],
}
const high = {
  ...low,
  description: 'a'.repeat(301),
  memberPrice: 5,
  classLimit: 1001,
  validPeriod: 3661,
  categories: ['Waltz'],
}

it.each(languages)('has a text for every refusal of a membership and of its fields (%s)', (language) => {
  const fields = [low, high].flatMap((form) => Object.values(checkMembershipEdit(form, [], low)))
  const codes = [...memberships.create.refuses, ...memberships.update.refuses, ...fields, 'fieldEdited']
  expect(codes.filter((code) => !Object.hasOwn(refusals[language], code))).toEqual([])
})

test.each([texts.en.bought, ofUserTexts.en.sold])(
  'a purchase is confirmed with the euro sign before the price',
  (text) => {
    expect(text(1250)).toBe('Membership purchased successfully for €12.50!')
    expect(text(9000)).toBe('Membership purchased successfully for €90!')
  },
)

test('Active Memberships and Manage Memberships each say in their own words that a membership was not updated', () => {
  expect(purchaseFailures.en.unexpected).toBe('Failed to update membership.')
  expect(updateFailures.en.unexpected).toBe('Failed to update membership. Please try again.')
})
