import { expect, it } from 'vitest'
import { ownAddress } from './comingBack.ts'

it.each(['/class/AbC_1-2', '/classes?category=Ballet#courses', '/family-invitation?of=1'])(
  'a sign-in leads back to %s',
  (address) => {
    expect(ownAddress(address)).toBe(address)
  },
)

it.each([
  null,
  '',
  'class/x',
  'https://evil.example/class/x',
  '//evil.example/class/x',
  '/\\evil.example/class/x',
  '/\t/evil.example/class/x',
  'javascript:alert(1)',
])('a sign-in does not lead to %j', (address) => {
  expect(ownAddress(address)).toBeUndefined()
})
