import { expect, it } from 'vitest'
import { placeAt, type Place } from '#studio/addresses.ts'
import { addressFor, leadsHere } from './places.ts'

function at(address: string): Place {
  const place = placeAt(address)
  if (!place) throw new Error(`${address} leads nowhere.`)
  return place
}

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
