import { oneOf, textOf } from '#kernel/search.ts'
import { accounts } from '#studio/accounts/calls.ts'
import { may } from '#studio/accounts/rules.ts'
import { attendance } from '#studio/attendance/calls.ts'
import { courses } from '#studio/courses/calls.ts'
import { memberships } from '#studio/memberships/calls.ts'
import { payments } from '#studio/payments/calls.ts'
import { registrations } from '#studio/registrations/calls.ts'
import { DASHBOARD_WEEKS, FIRST_WEEKS, spanOf } from '#studio/registrations/rules.ts'
import { ask, ownAsks, page, screen, weeks } from '#studio/screen.ts'

/** Screens that show several concepts. */
export const sharedScreens = {
  '/classes': screen(
    {
      page: 'together/pages/TimetablePage',
      for: 'everybody',
      search: { category: textOf(40), sort: oneOf(['name', 'date']), order: oneOf(['asc', 'desc']), weeks },
      menu: {
        in: 'main',
        order: 2,
        label: (kind) =>
          may(kind, 'manageOwn')
            ? { en: 'Upcoming Classes', et: 'Tulevased trennid' }
            : { en: 'Classes', et: 'Trennid' },
        icon: 'calendar',
      },
    },
    (kind, { category, weeks = FIRST_WEEKS }) =>
      category === undefined
        ? [
            ask(registrations.upcoming, { weeks: spanOf(weeks) }),
            ...ownAsks(kind, [ask(registrations.mine, {})]),
            ask(courses.available, {}),
            ask(courses.mine, {}),
            ask(payments.mine, {}),
            ...(may(kind, 'manageOwn') ? [] : [ask(memberships.catalogue, {})]),
          ]
        : [],
  ),
  '/dashboard': screen(
    {
      page: 'together/pages/DashboardPage',
      for: 'manageOwn',
      menu: { in: 'main', order: 1, label: { en: 'Dashboard', et: 'Töölaud' }, icon: 'dashboard' },
    },
    (kind) =>
      ownAsks(kind, [
        ask(registrations.mine, {}),
        ask(registrations.nextIncluded, {}),
        ask(registrations.upcoming, { weeks: DASHBOARD_WEEKS }),
        ask(courses.mine, {}),
        ask(payments.mine, {}),
        ask(memberships.mine, {}),
        ask(accounts.deletion, {}),
        ...(may(kind, 'seeDesk') ? [ask(attendance.today, {})] : []),
      ]),
  ),
  '/admin/users/$id': screen(
    {
      page: 'together/pages/UserPage',
      for: 'seeDesk',
      // the page of each of the lists
      search: { memberships: page, classes: page, courses: page, payments: page },
    },
    (_, search, userId) => [
      ask(accounts.user, { userId }),
      ask(memberships.ofUser, { userId, page: search.memberships ?? 1 }),
      ask(registrations.ofUser, { userId, page: search.classes ?? 1 }),
      ask(courses.ofUser, { userId, page: search.courses ?? 1 }),
      ask(payments.ofUser, { userId, page: search.payments ?? 1 }),
    ],
  ),
}
