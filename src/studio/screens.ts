// What a screen asks first, by its address: the server sends it along with the page, a link fetches it on intent.
import type { InputOf, Named, Query } from '#kernel/procedures.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { may, userPageOf, type CallerKind } from '#studio/accounts/rules.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { DASHBOARD_WEEKS, FIRST_WEEKS, spanOf } from '#studio/registrations/rules.ts'
import { schedule } from '#studio/schedule/contract.ts'
import type { Path, Place, SearchOf } from './addresses.ts'

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

type Asks<P extends Path> = (kind: CallerKind, search: SearchOf<P>, id: string) => readonly Ask[]

/**
 * What each screen asks; e2e/first-screen.spec.ts compares. Nothing where the address holds a text that anybody may
 * have written: in a compressed page beside somebody's data, its length would tell whether that text is among them. An
 * id may be such a text: of what is asked with one nothing comes with the page, see server/http/firstScreen.ts.
 */
const screens: { readonly [P in Path]?: Asks<P> } = {
  '/classes': (kind, { category, weeks = FIRST_WEEKS }) =>
    category === undefined
      ? [
          ask(registrations.upcoming, { weeks: spanOf(weeks) }),
          ...own(kind, [ask(registrations.mine, {})]),
          ask(courses.available, {}),
          ask(courses.mine, {}),
          ask(payments.mine, {}),
          ...(may(kind, 'manageOwn') ? [] : [ask(memberships.catalogue, {})]),
        ]
      : [],
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
  '/memberships': () => [ask(memberships.catalogue, {}), ask(payments.mine, {})],
  '/admin/users': (kind, asked) =>
    asked.search === undefined
      ? [
          ask(accounts.users, userPageOf(asked)),
          ...(may(kind, 'manageUsers') ? [ask(accounts.deletionRequests, {})] : []),
        ]
      : [],
  '/admin/classes': (_, { page = 1, order = 'newest' }) => [ask(classes.overview, { page, order })],
  '/admin/courses': (_, { page = 1, archivedPage = 1 }) => [
    ask(courses.overview, { status: 'active', page }),
    ask(courses.overview, { status: 'archived', page: archivedPage }),
  ],
  '/admin/class-registrants': (_, { range = 'upcoming', page = 1, entry }) =>
    entry === undefined ? [ask(attendance.registrants, { range, page })] : [],
  '/admin/course-registrants': (_, { page = 1, ended = false }) => [ask(courses.registrants, { page, ended })],
  '/admin/memberships': (_, { search, page = 1 }) =>
    search === undefined ? [ask(memberships.purchases, { search: '', page })] : [],
  '/admin/manage-memberships': () => [ask(memberships.manage, {})],
  '/admin/add-to-schedule': () => [ask(classes.list, {})],
  '/admin/users/$id': (_, search, userId) => [
    ask(accounts.user, { userId }),
    ask(memberships.ofUser, { userId, page: search.memberships ?? 1 }),
    ask(registrations.ofUser, { userId, page: search.classes ?? 1 }),
    ask(courses.ofUser, { userId, page: search.courses ?? 1 }),
    ask(payments.ofUser, { userId, page: search.payments ?? 1 }),
  ],
  '/admin/class-details/$id': (_, __, scheduleId) => [ask(attendance.classDetails, { scheduleId })],
  '/admin/edit-schedule/$id': (_, __, scheduleId) => [ask(schedule.entry, { scheduleId })],
}

/** What the screen at a place asks first; nothing where it is not known. */
export function firstAsksAt<P extends Path>(
  { path, search, id }: Pick<Place<P>, 'path' | 'search' | 'id'>,
  kind: CallerKind,
): readonly Ask[] {
  const asks: Asks<P> | undefined = screens[path]
  return asks?.(kind, search, id) ?? []
}
