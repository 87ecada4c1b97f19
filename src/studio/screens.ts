// What a screen asks first, by its address: the server sends it along with the page, a link fetches it on intent.
import type { InputOf, Named, Query } from '#kernel/procedures.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { may, type CallerKind } from '#studio/accounts/rules.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { DASHBOARD_WEEKS, FIRST_WEEKS } from '#studio/registrations/rules.ts'

/** A query and its input, both exactly as the screen asks them. */
export interface Ask {
  readonly name: string
  readonly input: unknown
}

const ask = <P extends Omit<Query, 'input' | 'answer'> & Named>({ name }: P, input: InputOf<P>): Ask => ({
  name,
  input,
})

const own = (kind: CallerKind, asks: readonly Ask[]) => (may(kind, 'manageOwn') ? asks : [])

/** An address without anything after a '?' → what its screen asks; e2e/first-screen.spec.ts compares. */
const screens: Readonly<Record<string, (kind: CallerKind) => readonly Ask[]>> = {
  '/classes': (kind) => [
    ask(registrations.upcoming, { weeks: FIRST_WEEKS }),
    ...own(kind, [ask(registrations.mine, {})]),
    ask(courses.available, {}),
    ask(courses.mine, {}),
    ...(may(kind, 'manageOwn') ? [] : [ask(memberships.catalogue, {})]),
  ],
  '/dashboard': (kind) =>
    own(kind, [
      ask(registrations.mine, {}),
      ask(registrations.nextIncluded, {}),
      ask(registrations.upcoming, { weeks: DASHBOARD_WEEKS }),
      ask(courses.mine, {}),
      ask(payments.mine, {}),
      ask(memberships.mine, {}),
      ask(accounts.deletion, {}),
      ...(may(kind, 'seeDesk') ? [ask(attendance.today, {})] : []),
    ]),
  '/memberships': () => [ask(memberships.catalogue, {})],
  '/admin/users': (kind) => [
    ask(accounts.users, { search: '', sort: 'created', order: 'desc', page: 1 }),
    ...(may(kind, 'manageUsers') ? [ask(accounts.deletionRequests, {})] : []),
  ],
  '/admin/classes': () => [ask(classes.overview, { page: 1, order: 'newest' })],
  '/admin/courses': () => [
    ask(courses.overview, { status: 'active', page: 1 }),
    ask(courses.overview, { status: 'archived', page: 1 }),
  ],
  '/admin/class-registrants': () => [ask(attendance.registrants, { range: 'upcoming', page: 1 })],
  '/admin/course-registrants': () => [ask(courses.registrants, { page: 1, ended: false })],
  '/admin/memberships': () => [ask(memberships.purchases, { search: '', page: 1 })],
  '/admin/manage-memberships': () => [ask(memberships.manage, {})],
  '/admin/add-to-schedule': () => [ask(classes.list, {})],
}

/** What the screen at a path asks first; nothing where it is not known. */
export const firstAsksAt = (path: string, kind: CallerKind): readonly Ask[] =>
  Object.hasOwn(screens, path) ? (screens[path]?.(kind) ?? []) : []
