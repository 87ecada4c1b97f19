import {
  createBrowserHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ParsedLocation,
  type RouterHistory,
} from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { letterNext, letterToken, parsedAddress, readSearch, writtenSearch } from '#studio/addresses.ts'
import { mayOpen, type Screen } from '#studio/screen.ts'
import { firstAsksAt, homeOf, screens, type Path, type SearchOf } from '#studio/screens.ts'
import { RouteLoading, RouteProblem } from '#web/shell/routeStates.tsx'
import { Shell } from '#web/shell/Shell.tsx'
import type { Visit } from '#web/visit.ts'

const files = import.meta.glob<Record<string, ComponentType>>('/src/studio/*/pages/*Page.tsx')

const root = createRootRouteWithContext<Visit>()({ component: Shell })

const leadHome = ({ context }: { context: Visit }, notice?: 'lost') => {
  const { kind, needsSecondStep } = context.who.now()
  if (needsSecondStep) redirect({ to: '/account', hash: 'signing-in', replace: true, throw: true })
  redirect({ to: homeOf(kind), state: { notice }, replace: true, throw: true })
}

/**
 * Visitors go to the sign-in screen and come back here later; signed-in people go to `next`, else to their home screen,
 * which says why unless the screen is one for guests.
 */
function leadOn({ context, location }: { context: Visit; location: ParsedLocation }, { for: audience }: Screen) {
  const { next, token } = location.state
  const signedIn = homeOf(context.who.now().kind) !== '/login'
  if (!signedIn) redirect({ to: '/login', state: { next: location.href }, replace: true, throw: true })
  if (next) redirect({ href: next, state: { token }, replace: true, throw: true })
  leadHome({ context }, audience === 'guests' ? undefined : 'lost')
}

/** Creates the route of a screen from what its concept declares. */
const routeOf = <P extends Path>(path: P) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (given: Record<string, unknown>): SearchOf<P> => screens[path].search(given),
    beforeLoad: ({ context, location }) => {
      if (!mayOpen(screens[path], context.who.now().kind, context.featuresOn()))
        leadOn({ context, location }, screens[path])
      const token = letterToken(location.href)
      if (token === null) return
      // the token must not stay in the address
      const state = { token, next: letterNext(location.href) }
      redirect({ to: location.pathname, state, replace: true, throw: true })
    },
    loaderDeps: ({ search }) => ({ search }),
    loader: ({ context: { live, who, featuresOn }, deps, params }) => {
      const { id = '' }: { id?: string } = params
      const asks = firstAsksAt({ path, search: deps.search, id }, who.now().kind, featuresOn())
      for (const { name, input } of asks) live.warm(name, input)
    },
    // the page of another person starts with fresh state
    remountDeps: ({ params }) => params,
    component: pageOf(screens[path]),
  })

/** A screen's code could not be loaded: the browser has reported it, and the router has reloaded the page once. */
export class LostCode extends Error {}

function pageOf({ page }: Pick<Screen, 'page'>) {
  const load = async () => {
    const file = await files[`/src/studio/${page}.tsx`]?.().catch((error: Error) => {
      throw new LostCode(error.message)
    })
    const content = file?.[page.slice(page.lastIndexOf('/') + 1)]
    if (!content) throw new Error(`There is no page ${page}.`)
    return { default: content as () => ReactNode }
  }
  return lazyRouteComponent(load)
}

type Routes = { [P in Path]: ReturnType<typeof routeOf<P>> }
const routes = Object.fromEntries(
  (Object.keys(screens) as Path[]).map((path) => [path, routeOf(path)]),
) as unknown as Routes

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: (at) => leadHome(at) })
const elsewhere = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: (at) => leadHome(at, 'lost') })
const routeTree = root.addChildren({ ...routes, home, elsewhere })

/** Makes the path case-insensitive; e-mails of older versions have their token after the '?'. */
function asWritten(url: URL): URL {
  const token = letterToken(url.pathname + url.search)
  if (token !== null) url.hash = `token=${token}`
  url.pathname = parsedAddress(url.pathname)?.pathname ?? url.pathname
  return url
}

/** Creates the router of one tab, or of one server-rendered page; its guards use only this visit. */
export function routerOf(visit: Visit, history: RouterHistory = createBrowserHistory()) {
  return createRouter({
    routeTree,
    history,
    context: visit,
    parseSearch: readSearch,
    stringifySearch: writtenSearch,
    search: { strict: true },
    rewrite: { input: ({ url }) => asWritten(url) },
    defaultPreload: 'intent',
    defaultPreloadDelay: 20,
    defaultErrorComponent: RouteProblem,
    // in ms: a shorter loading state would only flicker
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultPendingComponent: RouteLoading,
  })
}
export type AppRouter = ReturnType<typeof routerOf>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  /** State of a history entry beyond its address; the server can't know it. */
  interface HistoryState {
    /** What led to the sign-in screen, or to the home screen: 'lost' is an address that is not there for this user. */
    notice?: 'signedUp' | 'passwordChanged' | 'passwordSet' | 'signedOut' | 'lost' | undefined
    /** The open form of the sign-in screen; undefined is the sign-in form. */
    form?: 'resend' | undefined
    /** The address that opens after signing in, or once an e-mail address is confirmed. */
    next?: string | undefined
    /** The result of a first sign-in step elsewhere, which the second step needs, and whose it is. */
    ticket?: string | undefined
    email?: string | undefined
    /** The token of the e-mail link that led here. */
    token?: string | undefined
    /** The payment with which the due payments begin. */
    pay?: string | undefined
  }
}
