import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { may, type CallerKind } from '#studio/accounts/rules.ts'
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

const deskScreen = lazyRouteComponent(() => import('#web/screens/DeskPlaceholder.tsx'), 'DeskPlaceholder')

const deskRoutes = (
  [
    'create-course',
    'create-class',
    'create-membership',
    'add-to-schedule',
    'users',
    'users/$id',
    'payments',
    'classes',
    'courses',
    'class-registrants',
    'class-details/$id',
    'edit-schedule/$id',
    'course-registrants',
    'memberships',
    'class-registration',
    'logs',
    'manage-memberships',
  ] as const
).map((path) => createRoute({ getParentRoute: () => admin, path, component: deskScreen }))

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
  admin.addChildren(deskRoutes),
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
