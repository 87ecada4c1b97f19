import { expect, it } from 'vitest'
import { missingCode } from './formErrors.ts'

it('asks for all required fields when something about the person is missing', () => {
  expect(missingCode({ dob: 'fillRequired', email: 'fillRequired' })).toBe('fillRequired')
})

it('speaks of missing fields when only the account itself lacks something', () => {
  expect(missingCode({ email: 'fillRequired', password: 'fillRequired' })).toBe('missingRequired')
})

it('says nothing about fields that are filled in wrongly', () => {
  expect(missingCode({ email: 'invalidEmail', dob: undefined })).toBeNull()
})
