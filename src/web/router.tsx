import { createRouter } from '@tanstack/react-router'
import { RouteLoading, RouteProblem } from '#web/shell/routeStates.tsx'
import { desk } from './routes/desk.ts'
import { mainRoutes } from './routes/main.ts'
import { root } from './routes/root.ts'

export const router = createRouter({
  routeTree: root.addChildren([...mainRoutes, desk]),
  // code and answers come when a link is pointed at, focused or touched: at the click they are often there
  defaultPreload: 'intent',
  defaultPreloadDelay: 20,
  defaultPreloadStaleTime: 0,
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
