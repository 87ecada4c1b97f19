import { whole } from '#kernel/search.ts'
import { screen, typed } from '#studio/screen.ts'

/** Id of the log line before which a section starts; the newest lines if absent. */
const line = whole(1, Number.MAX_SAFE_INTEGER)

export const accountScreens = {
  '/forgot-password': screen({ page: 'accounts/pages/ForgotPasswordPage', for: 'guests' }),
  '/register': screen({ page: 'accounts/pages/SignUpPage', for: 'everybody' }),
  '/verify-email': screen({ page: 'accounts/pages/VerifyEmailPage', for: 'everybody', takesToken: true }),
  '/reset-password': screen({ page: 'accounts/pages/ResetPasswordPage', for: 'everybody', takesToken: true }),
  '/admin/logs': screen({
    page: 'accounts/pages/LogsPage',
    for: 'seeDesk',
    search: { search: typed, courses: line, registrations: line, payments: line, auth: line, membership: line },
    menu: { in: 'desk', group: 'records', order: 13, label: { en: 'Logs', et: 'Logid' } },
  }),
}
