import { createRootRouteWithContext, redirect, type ParsedLocation } from '@tanstack/react-router'
import { may, type CallerKind } from '#studio/accounts/rules.ts'
import { firstAsksAt } from '#studio/screens.ts'
import { RouteProblem } from '#web/shell/routeStates.tsx'
import { Shell } from '#web/shell/Shell.tsx'
import type { Visit } from '#web/visit.ts'

export const root = createRootRouteWithContext<Visit>()({
  component: Shell,
  notFoundComponent: () => null,
  errorComponent: RouteProblem,
})

const isVerified = (kind: CallerKind) => may(kind, 'manageOwn')

/** Where '/' leads, and whoever stands before a closed door. */
export const home = ({ who }: Visit) => (isVerified(who.now().kind) ? '/dashboard' : '/login')

/** For an address that is none. */
export const toStart = () => {
  redirect({ to: '/', replace: true, throw: true })
}

interface Before {
  readonly context: Visit
}
export const guestOnly = ({ context }: Before) => {
  if (isVerified(context.who.now().kind)) redirect({ to: '/', replace: true, throw: true })
}
export const verifiedOnly = ({ context }: Before) => {
  if (!isVerified(context.who.now().kind)) redirect({ to: '/login', replace: true, throw: true })
}
export const staffOnly = ({ context }: Before) => {
  if (!may(context.who.now().kind, 'seeDesk')) redirect({ to: '/', replace: true, throw: true })
}

/** A route's loader: asks for the screen's answers while its code is fetched, or already when a link is pointed at. */
export const firstAsks = ({ location, context: { who, live } }: Before & { location: ParsedLocation }) => {
  if (location.searchStr) return
  for (const { name, input } of firstAsksAt(location.pathname, who.now().kind)) live.warm(name, input)
}
