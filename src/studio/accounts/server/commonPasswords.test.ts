import { expect, it } from 'vitest'
import { isCommon } from './commonPasswords.ts'

it.each([
  '123456',
  'password',
  'PassWord1',
  'aaaaaa',
  'abcabcabc',
  '654321',
  'abcdefgh',
  '13579',
  'qwertyuiop',
  'iloveyou',
  'parool',
  'Parool1',
  'parool123',
  'maasikas1234',
  'salasõna',
  'Salasona1',
])('%s is common', async (password) => {
  expect(await isCommon(password)).toBe(true)
})

it.each([
  'tantsin',
  'tantsime',
  'parool1987',
  'parool124',
  'correct horse',
  'quiet waltz',
  'uusparool',
  '12 kass 34',
  'aaaaab',
  'ööülikool',
])('%s is not', async (password) => {
  expect(await isCommon(password)).toBe(false)
})
