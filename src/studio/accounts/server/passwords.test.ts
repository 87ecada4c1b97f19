import { scryptSync } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type * as Cost from './passwordCost.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

test('hashing a password costs at least what OWASP recommends', async () => {
  const { PASSWORD_COST } = await vi.importActual<typeof Cost>('./passwordCost.ts')
  expect(PASSWORD_COST).toEqual({ N: 32_768, r: 8, p: 3 })
})

test('a hash contains its cost, matches only its own password, and is different each time', async () => {
  const stored = await hashPassword('tantsin')
  expect(stored).toMatch(/^scrypt\$\d+\$8\$\d+\$[\w-]{22}\$[\w-]{43}$/)
  expect(await passwordMatches('tantsin', stored)).toBe(true)
  expect(await passwordMatches('Tantsin', stored)).toBe(false)
  expect(await passwordMatches('tantsin', null)).toBe(false)
  expect(await hashPassword('tantsin')).not.toBe(stored)
})

test('a hash of another cost still matches after the cost has changed', async () => {
  const cost = { N: 16_384, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
  const hash = scryptSync('tantsin', Buffer.alloc(16), 32, cost).toString('base64url')
  expect(await passwordMatches('tantsin', `scrypt$16384$8$1$AAAAAAAAAAAAAAAAAAAAAA$${hash}`)).toBe(true)
})
