import type { ComponentType } from 'react'
import { may } from '#studio/accounts/rules.ts'
import { firstAsksAt } from '#studio/screens.ts'
import { homeOf, type Path, type Place } from '#studio/addresses.ts'
import type { Steps } from '#web/navigation/history.ts'
import { Router, type Lost, type Screen } from '#web/navigation/Router.ts'
import type { Visit } from '#web/visit.ts'

const isVerified = ({ who }: Visit) => may(who.now().kind, 'manageOwn')

const home = ({ who }: Visit) => homeOf(who.now().kind)
const guestOnly = (visit: Visit) => (isVerified(visit) ? '/' : null)
const verifiedOnly = (visit: Visit) => (isVerified(visit) ? null : '/login')
const staffOnly = ({ who }: Visit) => (may(who.now().kind, 'seeDesk') ? null : '/')

const firstAsks = ({ live, who }: Visit, place: Place) => {
  for (const { name, input } of firstAsksAt(place, who.now().kind)) live.warm(name, input)
}

type Code = () => Promise<ComponentType>
const guests = (code: Code): Screen => ({ code, guard: guestOnly })
const everybody = (code: Code): Screen => ({ code, ask: firstAsks })
const members = (code: Code): Screen => ({ code, guard: verifiedOnly, ask: firstAsks })
const desk = (code: Code): Screen => ({ code, guard: staffOnly, ask: firstAsks })

const screens: Readonly<Record<Path, Screen>> = {
  '/login': guests(async () => (await import('#studio/accounts/pages/SignInPage.tsx')).SignInPage),
  '/forgot-password': guests(
    async () => (await import('#studio/accounts/pages/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  ),
  '/register': everybody(async () => (await import('#studio/accounts/pages/SignUpPage.tsx')).SignUpPage),
  '/verify-email': everybody(async () => (await import('#studio/accounts/pages/VerifyEmailPage.tsx')).VerifyEmailPage),
  '/reset-password': everybody(
    async () => (await import('#studio/accounts/pages/ResetPasswordPage.tsx')).ResetPasswordPage,
  ),
  '/classes': everybody(async () => (await import('#web/screens/ClassesScreen.tsx')).ClassesScreen),
  '/dashboard': members(async () => (await import('#web/screens/DashboardScreen.tsx')).DashboardScreen),
  '/memberships': members(async () => (await import('#studio/memberships/pages/MembershipsPage.tsx')).MembershipsPage),
  '/admin/create-class': desk(async () => (await import('#studio/classes/pages/CreateClassPage.tsx')).CreateClassPage),
  '/admin/create-course': desk(
    async () => (await import('#studio/courses/pages/CreateCoursePage.tsx')).CreateCoursePage,
  ),
  '/admin/create-membership': desk(
    async () => (await import('#studio/memberships/pages/CreateMembershipPage.tsx')).CreateMembershipPage,
  ),
  '/admin/add-to-schedule': desk(
    async () => (await import('#studio/schedule/pages/AddToSchedulePage.tsx')).AddToSchedulePage,
  ),
  '/admin/users': desk(async () => (await import('#studio/accounts/pages/UsersPage.tsx')).UsersPage),
  '/admin/users/$id': desk(async () => (await import('#web/screens/UserScreen.tsx')).UserScreen),
  '/admin/payments': desk(async () => (await import('#studio/payments/pages/PaymentsPage.tsx')).PaymentsPage),
  '/admin/classes': desk(async () => (await import('#studio/classes/pages/ClassesPage.tsx')).ClassesPage),
  '/admin/courses': desk(async () => (await import('#studio/courses/pages/CoursesPage.tsx')).CoursesPage),
  '/admin/class-registrants': desk(
    async () => (await import('#studio/attendance/pages/RegistrantsPage.tsx')).RegistrantsPage,
  ),
  '/admin/class-details/$id': desk(
    async () => (await import('#studio/attendance/pages/ClassDetailsPage.tsx')).ClassDetailsPage,
  ),
  '/admin/edit-schedule/$id': desk(
    async () => (await import('#studio/registrations/pages/EditSchedulePage.tsx')).EditSchedulePage,
  ),
  '/admin/course-registrants': desk(
    async () => (await import('#studio/courses/pages/CourseRegistrantsPage.tsx')).CourseRegistrantsPage,
  ),
  '/admin/memberships': desk(
    async () => (await import('#studio/memberships/pages/ActiveMembershipsPage.tsx')).ActiveMembershipsPage,
  ),
  '/admin/manage-memberships': desk(
    async () => (await import('#studio/memberships/pages/ManageMembershipsPage.tsx')).ManageMembershipsPage,
  ),
  '/admin/class-registration': desk(
    async () => (await import('#studio/registrations/pages/ClassRegistrationPage.tsx')).ClassRegistrationPage,
  ),
  '/admin/logs': desk(async () => (await import('#studio/accounts/pages/LogsPage.tsx')).LogsPage),
}

/** A router of one tab, or of one page that the server draws: its guards know this visit and no other. */
export const routerOf = (visit: Visit, steps: Steps, lost?: Lost) => new Router({ visit, screens, home, steps, lost })
