import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { oneOf, search, textOf, whole } from '#web/search.ts'
import { firstAsks, guestOnly, home, root, toStart, verifiedOnly } from './root.ts'

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ context }) => {
    redirect({ to: home(context), replace: true, throw: true })
  },
})

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: toStart,
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: guestOnly,
  component: lazyRouteComponent(() => import('#studio/accounts/pages/SignInPage.tsx'), 'SignInPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  beforeLoad: guestOnly,
  component: lazyRouteComponent(() => import('#studio/accounts/pages/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('#studio/accounts/pages/SignUpPage.tsx'), 'SignUpPage'),
})

/** The links in e-mails. A broken token is an empty one: the page says what to do. */
const linkSearch = ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' })

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('#studio/accounts/pages/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: linkSearch,
  component: lazyRouteComponent(() => import('#studio/accounts/pages/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
})

/** Filter and sorting live in the address, so that a view survives reload and Back. */
const classesSearch = search({
  category: textOf(40),
  sort: oneOf(['name', 'date']),
  order: oneOf(['asc', 'desc']),
  weeks: whole(1, 60),
})

const classes = createRoute({
  getParentRoute: () => root,
  path: '/classes',
  validateSearch: classesSearch,
  loader: firstAsks,
  component: lazyRouteComponent(() => import('#web/screens/ClassesScreen.tsx'), 'ClassesScreen'),
})

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: verifiedOnly,
  loader: firstAsks,
  component: lazyRouteComponent(() => import('#web/screens/DashboardScreen.tsx'), 'DashboardScreen'),
})

const membershipsSearch = search({ show: oneOf(['fitness', 'other']) })

const memberships = createRoute({
  getParentRoute: () => root,
  path: '/memberships',
  beforeLoad: verifiedOnly,
  validateSearch: membershipsSearch,
  loader: firstAsks,
  component: lazyRouteComponent(() => import('#studio/memberships/pages/MembershipsPage.tsx'), 'MembershipsPage'),
})

export const mainRoutes = [
  index,
  login,
  forgotPassword,
  register,
  verifyEmail,
  resetPassword,
  classes,
  dashboard,
  memberships,
  unknown,
] as const
