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
import { letterToken, placeAt, readSearch, writtenSearch } from '#studio/addresses.ts'
import { mayOpen, type Screen } from '#studio/screen.ts'
import { firstAsksAt, homeOf, screens, type Path, type SearchOf } from '#studio/screens.ts'
import { RouteLoading, RouteProblem } from '#web/shell/routeStates.tsx'
import { Shell } from '#web/shell/Shell.tsx'
import type { Visit } from '#web/visit.ts'

const files = import.meta.glob<Record<string, ComponentType>>('/src/studio/*/pages/*Page.tsx')

const root = createRootRouteWithContext<Visit>()({ component: Shell })

const leadHome = ({ context }: { context: Visit }) => {
  const { kind, needsSecondStep } = context.who.now()
  if (needsSecondStep) redirect({ to: '/account', hash: 'signing-in', replace: true, throw: true })
  redirect({ to: homeOf(kind), replace: true, throw: true })
}

/** Who has to sign in first comes back to here; who has signed in goes on to where they were led from. */
function leadOn({ context, location }: { context: Visit; location: ParsedLocation }) {
  const { next, token } = location.state
  const signedIn = homeOf(context.who.now().kind) !== '/login'
  if (!signedIn) redirect({ to: '/login', state: { next: location.href }, replace: true, throw: true })
  if (next) redirect({ href: next, state: { token }, replace: true, throw: true })
  leadHome({ context })
}

/** The route of a screen, made from what its concept declares. */
const routeOf = <P extends Path>(path: P) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (given: Record<string, unknown>): SearchOf<P> => screens[path].search(given),
    beforeLoad: ({ context, location }) => {
      if (!mayOpen(screens[path], context.who.now().kind, context.featuresOn())) leadOn({ context, location })
      const token = letterToken(location.href)
      // it must not stay in the address
      if (token !== null) redirect({ to: location.pathname, state: { token }, replace: true, throw: true })
    },
    loaderDeps: ({ search }) => ({ search }),
    loader: ({ context: { live, who, featuresOn }, deps, params }) => {
      const { id = '' }: { id?: string } = params
      const asks = firstAsksAt({ path, search: deps.search, id }, who.now().kind, featuresOn())
      for (const { name, input } of asks) live.warm(name, input)
    },
    // one person's page is not another's
    remountDeps: ({ params }) => params,
    component: pageOf(screens[path]),
  })

/** A screen's code can't be fetched: the browser has reported it, and the router has begun the page anew once. */
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

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: leadHome })
const elsewhere = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: leadHome })
const routeTree = root.addChildren({ ...routes, home, elsewhere })

/** Small and large letters are alike; letters of older versions have their token after the '?'. */
function asWritten(url: URL): URL {
  const token = letterToken(url.pathname + url.search)
  if (token !== null) url.hash = `token=${token}`
  url.pathname = placeAt(url.pathname)?.pathname ?? url.pathname
  return url
}

/** A router of one tab, or of one page that the server draws: its guards know this visit and no other. */
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
    // in ms: what is there sooner would only flicker
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
  /** What an entry of the history says beyond its address; the server can't know it. */
  interface HistoryState {
    /** What was just achieved on the page that led to the sign-in screen. */
    notice?: 'signedUp' | 'passwordChanged' | undefined
    /** Which of the sign-in screen's two forms is open. */
    form?: 'resend' | undefined
    /** The address to which the sign-in screen leads, with the token, once somebody is signed in. */
    next?: string | undefined
    /** What a first step elsewhere has given for the second one, and for whom. */
    ticket?: string | undefined
    email?: string | undefined
    /** The token of the letter's link that led here. */
    token?: string | undefined
  }
}
