import { Link, useMatches, useRouterState } from '@tanstack/react-router'
import { CalendarDays, LayoutDashboard, LogIn, Ticket, UsersRound, type LucideIcon } from 'lucide-react'
import type { MenuPlace } from '#studio/screen.ts'
import { screens, type MenuItem, type Path } from '#studio/screens.ts'
import { useLabel } from '#web/useLabel.ts'
import { navItemClass } from '#web/ui/NavMenu.tsx'

// the current page is marked by a filled shape above its name, as colour alone is not enough
export const dockClass =
  'group flex min-w-0 flex-auto flex-col items-center gap-0.5 px-1.5 py-1.5 max-[19.5rem]:px-0.5 max-[17rem]:justify-center max-[17rem]:px-0 text-center low:justify-center low:px-0.5 text-xs leading-tight font-semibold text-muted transition-colors aria-[current=page]:text-brand aria-expanded:text-brand'
// on a zoomed phone there is room only for the icons
export const dockNameClass = 'max-[17rem]:sr-only'
export const dockIconClass =
  'grid h-7 w-12 max-[17rem]:w-9 low:hidden place-items-center rounded-full transition-colors group-aria-[current=page]:bg-brand-soft group-aria-expanded:bg-brand-soft'

const icons: Record<NonNullable<MenuPlace['icon']>, LucideIcon> = {
  dashboard: LayoutDashboard,
  calendar: CalendarDays,
  ticket: Ticket,
  door: LogIn,
  people: UsersRound,
}

/** A navigation item in a row or list. */
export function NavLink({ item }: { item: MenuItem }) {
  return (
    <Link to={item.path} state={useNext(item)} aria-current={useIsUnder(item)} className={navItemClass}>
      {useLabel(item)}
    </Link>
  )
}

/** A navigation item of the bar at a phone's lower edge. */
export function DockLink({ item }: { item: MenuItem }) {
  const { icon } = item.menu
  const Icon = icon && icons[icon]
  return (
    <Link to={item.path} state={useNext(item)} aria-current={useIsUnder(item)} className={dockClass}>
      <span className={dockIconClass}>{Icon && <Icon aria-hidden="true" className="size-5" />}</span>
      <span className={dockNameClass}>{useLabel(item)}</span>
    </Link>
  )
}

/** After signing in from a shared class or course, lead back to it. */
function useNext({ path }: MenuItem): { next?: string } {
  const href = useRouterState({ select: ({ location }) => location.href })
  return path === '/login' && /^\/(class|course)\//.test(href) ? { next: href } : {}
}

/** Marks the item of the parent screen as current, for screens without their own item; the router marks the others. */
function useIsUnder({ path }: MenuItem): 'page' | undefined {
  const under = useMatches({ select: (matches) => screens[matches.at(-1)?.routeId as Path]?.under })
  return under === path ? 'page' : undefined
}
