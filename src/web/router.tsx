import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { RouteLoading, RouteProblem } from '#web/shell/routeStates.tsx'
import { desk } from './routes/desk.ts'
import { mainRoutes } from './routes/main.ts'
import { root } from './routes/root.ts'
import type { Visit } from './visit.ts'

const routeTree = root.addChildren([...mainRoutes, desk])

/** A router of one tab, or of one page that the server draws: its guards know this visit and no other. */
export const routerOf = (visit: Visit, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: visit,
    ...(history && { history }),
    // code and answers come when a link is pointed at, focused or touched: at the click they are often there
    defaultPreload: 'intent',
    defaultPreloadDelay: 20,
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: RouteLoading,
    // a broken screen leaves the navigation standing
    defaultErrorComponent: RouteProblem,
    defaultPendingMs: 300,
    // on the server it would write a script into the page
    scrollRestoration: !history,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof routerOf>
  }
}
