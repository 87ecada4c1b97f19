import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { id, page, searchText } from '#kernel/fields.ts'
import { may, userSorts, type CallerKind } from '#studio/accounts/rules.ts'
import { entryRanges } from '#studio/schedule/rules.ts'
import { currentMe } from '#web/me.ts'
import { Shell } from '#web/shell/Shell.tsx'
import { RouteProblem, RouteLoading } from '#web/shell/routeStates.tsx'

const isVerified = (kind: CallerKind) => may(kind, 'manageOwn')

/** Where '/' leads, and whoever stands before a closed door. */
const home = () => (isVerified(currentMe().kind) ? '/dashboard' : '/login')

const guestOnly = () => {
  if (isVerified(currentMe().kind)) redirect({ to: '/', replace: true, throw: true })
}
const verifiedOnly = () => {
  if (!isVerified(currentMe().kind)) redirect({ to: '/login', replace: true, throw: true })
}
const staffOnly = () => {
  if (!may(currentMe().kind, 'seeDesk')) redirect({ to: '/', replace: true, throw: true })
}

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: () => null,
  errorComponent: RouteProblem,
})

const index = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    redirect({ to: home(), replace: true, throw: true })
  },
})

const unknown = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    redirect({ to: '/', replace: true, throw: true })
  },
})

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: guestOnly,
  component: lazyRouteComponent(() => import('#studio/accounts/pages/SignInPage.tsx'), 'SignInPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  beforeLoad: guestOnly,
  component: lazyRouteComponent(() => import('#studio/accounts/pages/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
})

const register = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyRouteComponent(() => import('#studio/accounts/pages/SignUpPage.tsx'), 'SignUpPage'),
})

/** The links in e-mails. A broken token is an empty one: the page says what to do. */
const linkSearch = z.object({ token: z.catch(z.string(), '') })

const verifyEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('#studio/accounts/pages/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('#studio/accounts/pages/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
})

/** Filter and sorting live in the address, so that a view survives reload and Back. */
const classesSearch = z.object({
  category: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  sort: z.catch(z.optional(z.enum(['name', 'date'])), undefined),
  order: z.catch(z.optional(z.enum(['asc', 'desc'])), undefined),
  weeks: z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(60))), undefined),
})

const classes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/classes',
  validateSearch: classesSearch,
  component: lazyRouteComponent(() => import('#web/screens/ClassesScreen.tsx'), 'ClassesScreen'),
})

const dashboard = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  beforeLoad: verifiedOnly,
  component: lazyRouteComponent(() => import('#web/screens/DashboardScreen.tsx'), 'DashboardScreen'),
})

const membershipsSearch = z.object({ show: z.catch(z.optional(z.enum(['fitness', 'other'])), undefined) })

const memberships = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memberships',
  beforeLoad: verifiedOnly,
  validateSearch: membershipsSearch,
  component: lazyRouteComponent(() => import('#studio/memberships/pages/MembershipsPage.tsx'), 'MembershipsPage'),
})

const admin = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: staffOnly,
})

/** The page of a list. */
const pageNumber = z.catch(z.optional(page), undefined)

const createClass = createRoute({
  getParentRoute: () => admin,
  path: 'create-class',
  component: lazyRouteComponent(() => import('#studio/classes/pages/CreateClassPage.tsx'), 'CreateClassPage'),
})

const classesOverview = createRoute({
  getParentRoute: () => admin,
  path: 'classes',
  validateSearch: z.object({ page: pageNumber, order: z.catch(z.optional(z.enum(['newest', 'oldest'])), undefined) }),
  component: lazyRouteComponent(() => import('#studio/classes/pages/ClassesPage.tsx'), 'ClassesPage'),
})

const createCourse = createRoute({
  getParentRoute: () => admin,
  path: 'create-course',
  component: lazyRouteComponent(() => import('#studio/courses/pages/CreateCoursePage.tsx'), 'CreateCoursePage'),
})

const coursesOverview = createRoute({
  getParentRoute: () => admin,
  path: 'courses',
  validateSearch: z.object({ page: pageNumber, archivedPage: pageNumber }),
  component: lazyRouteComponent(() => import('#studio/courses/pages/CoursesPage.tsx'), 'CoursesPage'),
})

const courseRegistrants = createRoute({
  getParentRoute: () => admin,
  path: 'course-registrants',
  validateSearch: z.object({ page: pageNumber, ended: z.catch(z.optional(z.boolean()), undefined) }),
  component: lazyRouteComponent(
    () => import('#studio/courses/pages/CourseRegistrantsPage.tsx'),
    'CourseRegistrantsPage',
  ),
})

const createMembership = createRoute({
  getParentRoute: () => admin,
  path: 'create-membership',
  component: lazyRouteComponent(
    () => import('#studio/memberships/pages/CreateMembershipPage.tsx'),
    'CreateMembershipPage',
  ),
})

const manageMemberships = createRoute({
  getParentRoute: () => admin,
  path: 'manage-memberships',
  validateSearch: z.object({ page: pageNumber, archivedPage: pageNumber }),
  component: lazyRouteComponent(
    () => import('#studio/memberships/pages/ManageMembershipsPage.tsx'),
    'ManageMembershipsPage',
  ),
})

const activeMemberships = createRoute({
  getParentRoute: () => admin,
  path: 'memberships',
  validateSearch: z.object({ page: pageNumber }),
  component: lazyRouteComponent(
    () => import('#studio/memberships/pages/ActiveMembershipsPage.tsx'),
    'ActiveMembershipsPage',
  ),
})

/** The line before which each section of the logs is read; the newest ones where there is none. */
const beforeLine = z.catch(z.optional(z.int().check(z.minimum(1))), undefined)

const logs = createRoute({
  getParentRoute: () => admin,
  path: 'logs',
  validateSearch: z.object({
    courses: beforeLine,
    registrations: beforeLine,
    payments: beforeLine,
    auth: beforeLine,
    membership: beforeLine,
  }),
  component: lazyRouteComponent(() => import('#studio/accounts/pages/LogsPage.tsx'), 'LogsPage'),
})

const typedSearch = z.catch(z.optional(searchText), undefined)

const usersSearch = z.object({
  search: typedSearch,
  page: pageNumber,
  sort: z.catch(z.optional(z.enum(userSorts)), undefined),
  order: z.catch(z.optional(z.enum(['asc', 'desc'])), undefined),
})

const users = createRoute({
  getParentRoute: () => admin,
  path: 'users',
  validateSearch: usersSearch,
  component: lazyRouteComponent(() => import('#studio/accounts/pages/UsersPage.tsx'), 'UsersPage'),
})

/** The page of each of the lists. */
const userSearch = z.object({
  memberships: pageNumber,
  classes: pageNumber,
  courses: pageNumber,
  payments: pageNumber,
})

const user = createRoute({
  getParentRoute: () => admin,
  path: 'users/$id',
  validateSearch: userSearch,
  component: lazyRouteComponent(() => import('#web/screens/UserScreen.tsx'), 'UserScreen'),
})

/** The month of the confirmed payments, and the page of each list. */
const paymentsSearch = z.object({
  search: typedSearch,
  month: z.catch(z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))), undefined),
  due: pageNumber,
  userMarkedAsPaid: pageNumber,
  teacherMarkedAsPaid: pageNumber,
  confirmed: pageNumber,
})

const payments = createRoute({
  getParentRoute: () => admin,
  path: 'payments',
  validateSearch: paymentsSearch,
  component: lazyRouteComponent(() => import('#studio/payments/pages/PaymentsPage.tsx'), 'PaymentsPage'),
})

const classRegistrants = createRoute({
  getParentRoute: () => admin,
  path: 'class-registrants',
  validateSearch: z.object({ range: z.catch(z.optional(z.enum(entryRanges)), undefined), page: pageNumber }),
  component: lazyRouteComponent(() => import('#studio/attendance/pages/RegistrantsPage.tsx'), 'RegistrantsPage'),
})

const classDetails = createRoute({
  getParentRoute: () => admin,
  path: 'class-details/$id',
  component: lazyRouteComponent(() => import('#studio/attendance/pages/ClassDetailsPage.tsx'), 'ClassDetailsPage'),
})

const addToSchedule = createRoute({
  getParentRoute: () => admin,
  path: 'add-to-schedule',
  component: lazyRouteComponent(() => import('#studio/schedule/pages/AddToSchedulePage.tsx'), 'AddToSchedulePage'),
})

const editSchedule = createRoute({
  getParentRoute: () => admin,
  path: 'edit-schedule/$id',
  component: lazyRouteComponent(() => import('#studio/registrations/pages/EditSchedulePage.tsx'), 'EditSchedulePage'),
})

/** The chosen class and person, and how far the list of classes reaches. */
const classRegistrationSearch = z.object({
  entry: z.catch(z.optional(id), undefined),
  user: z.catch(z.optional(id), undefined),
  weeks: z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(60))), undefined),
})

const classRegistration = createRoute({
  getParentRoute: () => admin,
  path: 'class-registration',
  validateSearch: classRegistrationSearch,
  component: lazyRouteComponent(
    () => import('#studio/registrations/pages/ClassRegistrationPage.tsx'),
    'ClassRegistrationPage',
  ),
})

const routeTree = rootRoute.addChildren([
  index,
  login,
  forgotPassword,
  register,
  verifyEmail,
  resetPassword,
  classes,
  dashboard,
  memberships,
  admin.addChildren([
    users,
    user,
    payments,
    createClass,
    classesOverview,
    createCourse,
    coursesOverview,
    courseRegistrants,
    createMembership,
    manageMemberships,
    activeMemberships,
    logs,
    addToSchedule,
    classRegistrants,
    classDetails,
    editSchedule,
    classRegistration,
  ]),
  unknown,
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: RouteLoading,
  // a broken screen leaves the navigation standing
  defaultErrorComponent: RouteProblem,
  defaultPendingMs: 300,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
