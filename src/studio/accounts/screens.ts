import { oneOf, whole } from '#kernel/search.ts'
import { ask, one, page, screen, typed } from '#studio/screen.ts'
import { accounts } from './calls.ts'
import { may, userPageOf, userSorts } from './rules.ts'

/** The line before which a section of the logs is read; the newest ones where there is none. */
const line = whole(1, Number.MAX_SAFE_INTEGER)

export const accountScreens = {
  '/forgot-password': screen({ page: 'accounts/pages/ForgotPasswordPage', for: 'guests' }),
  '/register': screen({ page: 'accounts/pages/SignUpPage', for: 'everybody' }),
  '/verify-email': screen({ page: 'accounts/pages/VerifyEmailPage', for: 'everybody', takesToken: true }),
  '/reset-password': screen({ page: 'accounts/pages/ResetPasswordPage', for: 'everybody', takesToken: true }),
  '/admin/users': screen(
    {
      page: 'accounts/pages/UsersPage',
      for: 'seeDesk',
      // deep in the list, also the user after whom the page begins, or before whom it ends
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
  '/admin/logs': screen({
    page: 'accounts/pages/LogsPage',
    for: 'seeDesk',
    search: { search: typed, courses: line, registrations: line, payments: line, auth: line, membership: line },
    menu: { in: 'desk', group: 'records', order: 13, label: { en: 'Logs', et: 'Logid' } },
  }),
}
