import { expect, it } from 'vitest'
import { deskItems, mainItems, phoneItems } from './links.ts'

it.each(['visitor', 'unverified'] as const)('shows a guest (%s) the classes and the way in', (kind) => {
  expect(mainItems(kind)).toEqual(['classes', 'logIn'])
  expect(deskItems(kind)).toEqual([])
})

it.each(['user', 'teacher', 'admin'] as const)('shows a verified %s their own screens', (kind) => {
  expect(mainItems(kind)).toEqual(['dashboard', 'upcomingClasses', 'memberships'])
})

it('shows the admin menu to admins, its one item to teachers, and nothing of it to members', () => {
  expect(deskItems('admin')).toHaveLength(13)
  expect(deskItems('teacher')).toEqual(['class-registrants'])
  expect(deskItems('user')).toEqual([])
})

it.each(['visitor', 'user', 'teacher', 'admin'] as const)('shows a %s every screen once on a phone', (kind) => {
  const { bar, rest, desk } = phoneItems(kind)
  const shown = [...bar, ...rest, ...desk]
  expect(shown.toSorted()).toEqual([...mainItems(kind), ...deskItems(kind)].toSorted())
})
