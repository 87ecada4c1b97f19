import { expect, it } from 'vitest'
import { addressOf, letterNext, letterToken, parsedAddress } from './addresses.ts'

const written = (address: string) => {
  const parsed = parsedAddress(address)
  return parsed && addressOf(parsed)
}

it.each([
  '/login',
  '/classes',
  '/classes?category=Girl+Group&weeks=12',
  '/classes#courses',
  '/admin/users?search=m%C3%A4nd+%26+co&page=2&sort=name&order=desc',
  '/admin/users?search=%2212%22',
  '/admin/users?search=%22true%22',
  '/admin/users/a%2Fb%3F%25',
  '/admin/course-registrants?ended=true',
])('parsedAddress() and addressOf() return %s unchanged', (address) => {
  expect(written(address)).toBe(address)
})

it.each([
  ['/Login/', '/login'],
  ['/classes?weeks=0&sort=nothing&unknown=1', '/classes'],
  ['/admin/users?page=2&page=3', '/admin/users?page=3'],
  ['/admin/users?search=12', '/admin/users'],
  ['/verify-email?token=12', '/verify-email'],
  ['/ADMIN/users/AbC', '/admin/users/AbC'],
])('%s is normalised to %s', (typed, meant) => {
  expect(written(typed)).toBe(meant)
})

it.each(['/', '/nowhere', '/admin', '/admin/users/a/b', '/admin/users/%E0%A4%A', '/constructor', '//[', '*', ''])(
  '%s is not an address of a screen',
  (address) => {
    expect(parsedAddress(address)).toBeNull()
  },
)

it.each([
  ['/verify-email#token=a-b_c', 'a-b_c'],
  ['/Reset-Password/#token=12', '12'],
  ['/reset-password?token=12', '12'],
  ['/verify-email?token=older#token=newer', 'newer'],
  ['/verify-email#token=', ''],
  ['/verify-email', null],
  ['/login#token=abc', null],
])('letterToken(%s) is %j', (address, token) => {
  expect(letterToken(address)).toBe(token)
})

it.each([
  ['/class/AbC_1-2', '/class/AbC_1-2'],
  ['/classes?category=Ballet#courses', '/classes'],
  ['/memberships', '/memberships'],
  ['/nowhere', undefined],
  ['/family-invitation', '/family-invitation'],
  ['/reset-password', undefined],
  ['https://evil.example/class/x', undefined],
  ['//evil.example/class/x', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['/class/..%2f..%2fevil', undefined],
  ['/class/\tx', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('a link of a letter with next=%j leads on to %j', (next, leads) => {
  expect(letterNext(`/verify-email?lang=et#token=abc&next=${encodeURIComponent(next)}`)).toBe(leads)
})

it('no other address leads on', () => {
  expect(letterNext('/login#token=abc&next=%2Fclass%2Fx')).toBeUndefined()
  expect(letterNext('/verify-email?next=%2Fclass%2Fx#token=abc')).toBeUndefined()
})
