import { CalendarDays, LayoutDashboard, LogIn, Ticket, UsersRound, type LucideIcon } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import type { Path } from '#studio/addresses.ts'
import { useLink, type LinkProps } from '#web/navigation/useLink.ts'
import { navItemClass } from '#web/ui/NavMenu.tsx'
import type { DeskItem, MainItem } from './links.ts'
import { deskTexts, shellTexts } from './messages.ts'

function Bar<To extends Path>(props: LinkProps<To>) {
  return <a {...useLink(props)} className={navItemClass} />
}

// the page one is on: filled above its name, as colour alone would not tell
export const dockClass =
  'group flex min-w-0 flex-auto flex-col items-center gap-0.5 px-1.5 py-1.5 text-center low:justify-center low:px-0.5 text-xs leading-tight font-semibold text-muted transition-colors aria-[current=page]:text-brand aria-expanded:text-brand'
export const dockIconClass =
  'grid h-7 w-12 low:hidden place-items-center rounded-full transition-colors group-aria-[current=page]:bg-brand-soft group-aria-expanded:bg-brand-soft'

function Dock<To extends Path>(props: LinkProps<To>) {
  return <a {...useLink(props)} className={dockClass} />
}

const paths = {
  dashboard: '/dashboard',
  classes: '/classes',
  upcomingClasses: '/classes',
  memberships: '/memberships',
  logIn: '/login',
} as const satisfies Record<MainItem, string>

const icons: Record<MainItem | 'class-registrants', LucideIcon> = {
  dashboard: LayoutDashboard,
  classes: CalendarDays,
  upcomingClasses: CalendarDays,
  memberships: Ticket,
  logIn: LogIn,
  'class-registrants': UsersRound,
}

/** An item of the navigation as it stands in a row or a list. */
export function NavLink({ item }: { item: MainItem }) {
  const texts = useTexts(shellTexts)
  return <Bar to={paths[item]}>{texts[item]}</Bar>
}

/** An item of the admin menu. */
export function DeskLink({ item }: { item: DeskItem }) {
  const texts = useTexts(deskTexts)
  return <Bar to={`/admin/${item}`}>{texts[item]}</Bar>
}

/** An item of the bar at a phone's lower edge. */
export function DockLink({ item }: { item: MainItem | 'class-registrants' }) {
  const texts = useTexts(shellTexts)
  const desk = useTexts(deskTexts)
  const Icon = icons[item]
  const isDesk = item === 'class-registrants'
  return (
    <Dock to={isDesk ? '/admin/class-registrants' : paths[item]}>
      <span className={dockIconClass}>
        <Icon aria-hidden="true" className="size-5" />
      </span>
      {isDesk ? desk[item] : texts[item]}
    </Dock>
  )
}
