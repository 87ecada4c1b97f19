import { expect, it } from 'vitest'
import { menuOf } from '#studio/screens.ts'
import { phoneItems } from './links.ts'

const paths = (items: ReturnType<typeof menuOf>) => items.map(({ path }) => path)

it.each(['visitor', 'unverified'] as const)('shows a guest (%s) the classes and the sign-in', (kind) => {
  expect(paths(menuOf('main', kind, []))).toEqual(['/classes', '/login'])
  expect(menuOf('desk', kind, [])).toEqual([])
})

it.each(['user', 'teacher', 'admin'] as const)('shows a verified %s their own screens', (kind) => {
  expect(paths(menuOf('main', kind, []))).toEqual(['/dashboard', '/classes', '/memberships'])
})

it('shows admins the admin menu in its order, teachers its one item, and members nothing of it', () => {
  const admin = paths(menuOf('desk', 'admin', []))
  expect(admin.map((path) => path.replace('/admin/', ''))).toEqual([
    'create-class',
    'create-course',
    'create-membership',
    'add-to-schedule',
    'users',
    'payments',
    'classes',
    'courses',
    'class-registrants',
    'course-registrants',
    'messages',
    'memberships',
    'class-registration',
    'books',
    'logs',
    'statistics',
    'settings',
  ])
  expect(paths(menuOf('desk', 'teacher', []))).toEqual(['/admin/class-registrants'])
  expect(menuOf('desk', 'user', [])).toEqual([])
})

it.each(['teacher', 'admin'] as const)('puts the registrants into the bottom bar of a %s’s phone', (kind) => {
  expect(paths(phoneItems(kind, []).bar)).toEqual(['/dashboard', '/classes', '/admin/class-registrants'])
})

it.each(['visitor', 'user', 'teacher', 'admin'] as const)('shows a %s each screen exactly once on a phone', (kind) => {
  const { bar, rest, desk } = phoneItems(kind, [])
  const shown = paths([...bar, ...rest, ...desk])
  expect(shown.toSorted()).toEqual(paths([...menuOf('main', kind, []), ...menuOf('desk', kind, [])]).toSorted())
})
