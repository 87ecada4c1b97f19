import { expect, it } from 'vitest'
import { addressFor, addressOf, leadsHere, placeAt, type Place } from './places.ts'

function at(address: string): Place {
  const place = placeAt(address)
  if (!place) throw new Error(`${address} leads nowhere.`)
  return place
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
  '/verify-email?token=abc',
])('%s is read and written the same', (address) => {
  expect(addressOf(at(address))).toBe(address)
})

it.each([
  ['/Login/', '/login'],
  ['/classes?weeks=0&sort=nothing&unknown=1', '/classes'],
  ['/admin/users?page=2&page=3', '/admin/users?page=3'],
  ['/admin/users?search=12', '/admin/users'],
  ['/verify-email?token=12', '/verify-email?token='],
  ['/ADMIN/users/AbC', '/admin/users/AbC'],
])('%s means %s', (typed, meant) => {
  expect(addressOf(at(typed))).toBe(meant)
})

it.each(['/', '/nowhere', '/admin', '/admin/users/a/b', '/admin/users/%E0%A4%A', '/constructor'])(
  '%s is no screen',
  (address) => {
    expect(placeAt(address)).toBeNull()
  },
)

it('keeps of an address what a link wants kept', () => {
  const here = at('/admin/users?search=kask&page=3')
  const nextPage = (before: object) => ({ ...before, page: 4 })
  expect(addressFor({ to: '.', search: nextPage }, here)).toBe('/admin/users?search=kask&page=4')
  expect(addressFor({ to: '/admin/users', search: true, hash: 'end' }, here)).toBe(
    '/admin/users?search=kask&page=3#end',
  )
  expect(addressFor({ to: '/admin/users' }, here)).toBe('/admin/users')
  expect(addressFor({ to: '/admin/users/$id', params: { id: 'a/b$&' } }, here)).toBe('/admin/users/a%2Fb%24%26')
})

it('knows a link that leads to where one is, or to what it stands under', () => {
  expect(leadsHere('/admin/users', at('/admin/users/7?classes=2'))).toBe(true)
  expect(leadsHere('/admin/users', at('/admin/users?page=2'))).toBe(true)
  expect(leadsHere('/admin/users?page=3', at('/admin/users?page=2'))).toBe(false)
  expect(leadsHere('/admin/class-registration', at('/admin/class-registrants'))).toBe(false)
  expect(leadsHere('/', at('/login'))).toBe(false)
})
