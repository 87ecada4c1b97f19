import { createRootRoute, redirect, type ParsedLocation } from '@tanstack/react-router'
import { may, type CallerKind } from '#studio/accounts/rules.ts'
import { firstAsksAt } from '#studio/screens.ts'
import { connection } from '#web/live/useLive.ts'
import { currentMe } from '#web/me.ts'
import { RouteProblem } from '#web/shell/routeStates.tsx'
import { Shell } from '#web/shell/Shell.tsx'

export const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => null,
  errorComponent: RouteProblem,
})

const isVerified = (kind: CallerKind) => may(kind, 'manageOwn')

/** Where '/' leads, and whoever stands before a closed door. */
export const home = () => (isVerified(currentMe().kind) ? '/dashboard' : '/login')

export const guestOnly = () => {
  if (isVerified(currentMe().kind)) redirect({ to: '/', replace: true, throw: true })
}
export const verifiedOnly = () => {
  if (!isVerified(currentMe().kind)) redirect({ to: '/login', replace: true, throw: true })
}
export const staffOnly = () => {
  if (!may(currentMe().kind, 'seeDesk')) redirect({ to: '/', replace: true, throw: true })
}

/** A route's loader: asks for the screen's answers while its code is fetched, or already when a link is pointed at. */
export const firstAsks = ({ location }: { location: ParsedLocation }) => {
  if (location.searchStr) return
  for (const { name, input } of firstAsksAt(location.pathname, currentMe().kind)) connection.warm(name, input)
}
