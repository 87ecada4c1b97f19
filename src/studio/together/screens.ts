import { oneOf, textOf } from '#kernel/search.ts'
import { accounts } from '#studio/accounts/calls.ts'
import { may, userPageOf, userSorts } from '#studio/accounts/rules.ts'
import { attendance } from '#studio/attendance/calls.ts'
import { bank } from '#studio/bank/calls.ts'
import { classes } from '#studio/classes/calls.ts'
import { closures } from '#studio/closures/calls.ts'
import { courses } from '#studio/courses/calls.ts'
import { door } from '#studio/door/calls.ts'
import { families } from '#studio/families/calls.ts'
import { feeds } from '#studio/feeds/calls.ts'
import { mailings } from '#studio/mailings/calls.ts'
import { memberships } from '#studio/memberships/calls.ts'
import { merging } from '#studio/merging/calls.ts'
import { notices } from '#studio/notices/calls.ts'
import { payments } from '#studio/payments/calls.ts'
import { registrations } from '#studio/registrations/calls.ts'
import { passes } from '#studio/passes/calls.ts'
import { DASHBOARD_WEEKS, FIRST_WEEKS, spanOf } from '#studio/registrations/rules.ts'
import { roomAsks } from '#studio/rooms/screens/asks.ts'
import { schedule } from '#studio/schedule/calls.ts'
import { settings } from '#studio/settings/calls.ts'
import type { Feature } from '#studio/settings/rules.ts'
import { signing } from '#studio/signing/calls.ts'
import { standInAsks } from '#studio/standIns/screens/asks.ts'
import { ask, one, ownAsks, page, screen, typed, weeks } from '#studio/screen.ts'
import { waiting } from '#studio/waiting/calls.ts'

/** An offered place is shown above everything else; if it loaded after the page, it would push the page down. */
const waits = (on: readonly Feature[]) => (on.includes('waitingLists') ? [ask(waiting.mine, {})] : [])

/** Screens that combine several concepts. */
export const sharedScreens = {
  '/classes': screen(
    {
      page: 'together/pages/TimetablePage',
      for: 'everybody',
      search: { category: textOf(40), sort: oneOf(['name', 'date']), order: oneOf(['asc', 'desc']), weeks },
      menu: {
        in: 'main',
        order: 2.5,
        label: (kind) =>
          may(kind, 'see') ? { en: 'Upcoming Classes', et: 'Tulevased trennid' } : { en: 'Classes', et: 'Trennid' },
        icon: 'calendar',
      },
    },
    (kind, { category, weeks = FIRST_WEEKS }, _id, on) =>
      category === undefined
        ? [
            ask(registrations.upcoming, { weeks: spanOf(weeks) }),
            ...roomAsks(on),
            ...ownAsks(kind, [ask(registrations.mine, {}), ask(registrations.absentFrom, {}), ...waits(on)]),
            ask(courses.available, {}),
            ...ownAsks(kind, [ask(courses.mine, {})]),
            ask(payments.mine, {}),
            ...(may(kind, 'see') ? [] : [ask(memberships.catalogue, {})]),
          ]
        : [],
  ),
  '/class/$id': screen(
    { page: 'together/pages/OneClassPage', for: 'everybody', under: '/classes' },
    (kind, _search, entryId, on) => [
      ask(registrations.entry, { id: entryId }),
      ...roomAsks(on),
      ...ownAsks(kind, [ask(registrations.mine, {}), ask(registrations.absentFrom, {}), ...waits(on)]),
    ],
  ),
  '/course/$id': screen(
    { page: 'together/pages/OneCoursePage', for: 'everybody', under: '/classes' },
    (kind, _search, courseId, on) => [
      ask(courses.listed, { id: courseId }),
      ...roomAsks(on),
      ask(payments.mine, {}),
      ...ownAsks(kind, [ask(courses.mine, {}), ...waits(on)]),
    ],
  ),
  '/dashboard': screen(
    {
      page: 'together/pages/DashboardPage',
      for: 'see',
      menu: { in: 'main', order: 1, label: { en: 'Dashboard', et: 'Töölaud' }, icon: 'dashboard' },
    },
    (kind, _search, _id, on) =>
      ownAsks(kind, [
        ...waits(on),
        ...(on.includes('families') ? [ask(families.received, {})] : []),
        ...(on.includes('makeUpClasses') ? [ask(registrations.makeUps, {})] : []),
        ask(registrations.mine, {}),
        ask(registrations.absentFrom, {}),
        ask(registrations.nextIncluded, {}),
        ask(registrations.upcoming, { weeks: DASHBOARD_WEEKS }),
        ask(courses.mine, {}),
        ask(payments.mine, {}),
        ask(memberships.mine, {}),
        ask(mailings.mine, {}),
        ...roomAsks(on),
        ...(may(kind, 'seeDesk') ? [ask(attendance.today, {})] : []),
        ...standInAsks(kind, on),
        ...(may(kind, 'confirmPayments')
          ? [
              ask(payments.toConfirm, {}),
              ...(on.includes('statements') ? [ask(bank.linesWaiting, {})] : []),
              ...(on.includes('door') ? [ask(door.toCount, {})] : []),
              ask(passes.freezes, { page: 1 }),
              ask(accounts.deletionRequests, {}),
            ]
          : []),
      ]),
  ),
  '/account': screen(
    {
      page: 'together/pages/AccountPage',
      for: 'ownAccount',
      // the page of each list
      search: { classes: page, payments: page },
    },
    (_, search) => [
      ask(accounts.details, {}),
      ask(families.mine, {}),
      ask(families.received, {}),
      ask(signing.ways, {}),
      ask(signing.provider, {}),
      ask(signing.sessions, {}),
      ask(notices.mine, {}),
      ask(feeds.mine, {}),
      ask(attendance.past, { page: search.classes ?? 1 }),
      ask(payments.allMine, { page: search.payments ?? 1 }),
      ask(accounts.deletion, {}),
    ],
  ),
  '/admin/settings': screen(
    {
      page: 'together/pages/SettingsPage',
      for: 'manageSettings',
      menu: { in: 'desk', group: 'records', order: 20, label: { en: 'Settings', et: 'Seaded' } },
    },
    () => [
      ask(settings.all, {}),
      ask(settings.terms, {}),
      ask(memberships.usedClassCategories, {}),
      ask(settings.usedMembershipCategories, {}),
      ask(closures.list, {}),
      ask(schedule.onClosedDays, {}),
      ask(schedule.undoable, {}),
      ask(courses.onClosedDays, {}),
      ask(closures.holidays, {}),
    ],
  ),
  '/admin/set-up': screen(
    {
      page: 'together/pages/SetUpPage',
      for: 'manageSettings',
      under: '/admin/settings',
    },
    () => [
      ask(settings.all, {}),
      ask(classes.list, {}),
      ask(registrations.upcoming, { weeks: FIRST_WEEKS }),
      ask(memberships.catalogue, {}),
      ask(closures.list, {}),
      ask(schedule.undoablePlans, {}),
    ],
  ),
  '/admin/users': screen(
    {
      page: 'together/pages/UsersPage',
      for: 'seeDesk',
      // the page, and deep in the list also the user after whom the page begins or before whom it ends
      search: { search: typed, page, sort: oneOf(userSorts), order: oneOf(['asc', 'desc']), after: one, before: one },
      menu: { in: 'desk', group: 'people', order: 5, label: { en: 'Users', et: 'Kasutajad' } },
    },
    (kind, asked) =>
      asked.search === undefined
        ? [
            ask(accounts.users, userPageOf(asked)),
            ...(may(kind, 'manageUsers') ? [ask(accounts.deletionRequests, {})] : []),
          ]
        : [],
  ),
  '/admin/users/$id': screen(
    {
      page: 'together/pages/UserPage',
      for: 'seeDesk',
      // the page of each list
      search: { memberships: page, classes: page, past: page, courses: page, payments: page },
    },
    (kind, search, userId) => [
      ask(accounts.user, { userId }),
      ...(may(kind, 'manageUsers')
        ? [
            ask(accounts.roleFacts, { userId }),
            ask(accounts.phone, { userId }),
            ask(families.ofUser, { userId }),
            ask(merging.ofUser, { userId }),
          ]
        : []),
      ...(may(kind, 'registerOthers') ? [ask(courses.available, {})] : []),
      ask(memberships.ofUser, { userId, page: search.memberships ?? 1 }),
      ask(registrations.ofUser, { userId, page: search.classes ?? 1 }),
      ask(attendance.ofUser, { userId, page: search.past ?? 1 }),
      ask(payments.owed, { userId }),
      ask(courses.ofUser, { userId, page: search.courses ?? 1 }),
      ask(payments.ofUser, { userId, page: search.payments ?? 1 }),
    ],
  ),
}
