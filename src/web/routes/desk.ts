import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { accounts } from '#studio/accounts/contract.ts'
import { userSorts } from '#studio/accounts/rules.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { entryRanges } from '#studio/schedule/rules.ts'
import { oneOf, search, textOf, whole, yesOrNo } from '#web/search.ts'
import { firstAsks, root, staffOnly, toStart } from './root.ts'

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: staffOnly,
})

const noScreen = createRoute({ getParentRoute: () => admin, path: '/', beforeLoad: toStart })

/** One scheduled class among others. */
const entryId = textOf(128, /./)
/** The page of a list. */
const pageNumber = whole(1, 100_000)
const typedSearch = textOf(100)

const createClass = createRoute({
  getParentRoute: () => admin,
  path: 'create-class',
  component: lazyRouteComponent(() => import('#studio/classes/pages/CreateClassPage.tsx'), 'CreateClassPage'),
})

const classesOverview = createRoute({
  getParentRoute: () => admin,
  path: 'classes',
  validateSearch: search({ page: pageNumber, order: oneOf(['newest', 'oldest']) }),
  loader: firstAsks,
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
  validateSearch: search({ page: pageNumber, archivedPage: pageNumber }),
  loader: firstAsks,
  component: lazyRouteComponent(() => import('#studio/courses/pages/CoursesPage.tsx'), 'CoursesPage'),
})

const courseRegistrants = createRoute({
  getParentRoute: () => admin,
  path: 'course-registrants',
  validateSearch: search({ page: pageNumber, ended: yesOrNo }),
  loader: firstAsks,
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
  validateSearch: search({ page: pageNumber, archivedPage: pageNumber }),
  loader: firstAsks,
  component: lazyRouteComponent(
    () => import('#studio/memberships/pages/ManageMembershipsPage.tsx'),
    'ManageMembershipsPage',
  ),
})

const activeMemberships = createRoute({
  getParentRoute: () => admin,
  path: 'memberships',
  validateSearch: search({ search: typedSearch, page: pageNumber }),
  loader: firstAsks,
  component: lazyRouteComponent(
    () => import('#studio/memberships/pages/ActiveMembershipsPage.tsx'),
    'ActiveMembershipsPage',
  ),
})

/** The line before which each section of the logs is read; the newest ones where there is none. */
const beforeLine = whole(1, Number.MAX_SAFE_INTEGER)

const logs = createRoute({
  getParentRoute: () => admin,
  path: 'logs',
  validateSearch: search({
    courses: beforeLine,
    registrations: beforeLine,
    payments: beforeLine,
    auth: beforeLine,
    membership: beforeLine,
  }),
  component: lazyRouteComponent(() => import('#studio/accounts/pages/LogsPage.tsx'), 'LogsPage'),
})

const usersSearch = search({
  search: typedSearch,
  page: pageNumber,
  sort: oneOf(userSorts),
  order: oneOf(['asc', 'desc']),
})

const users = createRoute({
  getParentRoute: () => admin,
  path: 'users',
  validateSearch: usersSearch,
  loader: firstAsks,
  component: lazyRouteComponent(() => import('#studio/accounts/pages/UsersPage.tsx'), 'UsersPage'),
})

/** The page of each of the lists. */
const userSearch = search({
  memberships: pageNumber,
  classes: pageNumber,
  courses: pageNumber,
  payments: pageNumber,
})

const user = createRoute({
  getParentRoute: () => admin,
  path: 'users/$id',
  validateSearch: userSearch,
  loader: ({ params, context }) => context.live.warm(accounts.user.name, { userId: params.id }),
  component: lazyRouteComponent(() => import('#web/screens/UserScreen.tsx'), 'UserScreen'),
})

/** The month of the confirmed payments, and the page of each list. */
const paymentsSearch = search({
  search: typedSearch,
  month: textOf(7, /^20\d\d-(0[1-9]|1[0-2])$/),
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
  validateSearch: search({ range: oneOf(entryRanges), page: pageNumber, entry: entryId }),
  loader: firstAsks,
  component: lazyRouteComponent(() => import('#studio/attendance/pages/RegistrantsPage.tsx'), 'RegistrantsPage'),
})

const classDetails = createRoute({
  getParentRoute: () => admin,
  path: 'class-details/$id',
  loader: ({ params, context }) => context.live.warm(attendance.classDetails.name, { scheduleId: params.id }),
  component: lazyRouteComponent(() => import('#studio/attendance/pages/ClassDetailsPage.tsx'), 'ClassDetailsPage'),
})

const addToSchedule = createRoute({
  getParentRoute: () => admin,
  path: 'add-to-schedule',
  loader: firstAsks,
  component: lazyRouteComponent(() => import('#studio/schedule/pages/AddToSchedulePage.tsx'), 'AddToSchedulePage'),
})

const editSchedule = createRoute({
  getParentRoute: () => admin,
  path: 'edit-schedule/$id',
  loader: ({ params, context }) => context.live.warm(schedule.entry.name, { scheduleId: params.id }),
  component: lazyRouteComponent(() => import('#studio/registrations/pages/EditSchedulePage.tsx'), 'EditSchedulePage'),
})

/** The chosen class and person, and how far the list of classes reaches. */
const classRegistrationSearch = search({
  entry: entryId,
  user: textOf(128, /./),
  weeks: whole(1, 60),
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

export const desk = admin.addChildren([
  noScreen,
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
])
