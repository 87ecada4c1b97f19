import { may, type CallerKind } from '#studio/accounts/rules.ts'

/** The admin menu in SPEC's order; the keys are the last part of the addresses under /admin. */
const adminItems = [
  'create-class',
  'create-course',
  'create-membership',
  'add-to-schedule',
  'users',
  'payments',
  'classes',
  'courses',
  'class-registrants',
  'course-registrants',
  'memberships',
  'class-registration',
  'logs',
] as const

export type DeskItem = (typeof adminItems)[number]
export type MainItem = 'dashboard' | 'classes' | 'upcomingClasses' | 'memberships' | 'logIn'

/** SPEC section 2. Who has not verified the e-mail is still a guest to the navigation. */
export function mainItems(kind: CallerKind): readonly MainItem[] {
  return may(kind, 'manageOwn') ? ['dashboard', 'upcomingClasses', 'memberships'] : ['classes', 'logIn']
}

/** SPEC section 6: admins see all items, teachers only Class Registrants, though the guard would let them further. */
export function deskItems(kind: CallerKind): readonly DeskItem[] {
  if (kind === 'admin') return adminItems
  return kind === 'teacher' ? ['class-registrants'] : []
}

export interface PhoneItems {
  /** At the lower edge, where a thumb reaches. */
  readonly bar: readonly (MainItem | 'class-registrants')[]
  /** Behind the bar's last button, together with the rest of the admin menu. */
  readonly rest: readonly MainItem[]
  readonly desk: readonly DeskItem[]
}

/** The bar has room for three: at the desk the list of who comes matters more than buying memberships. */
export function phoneItems(kind: CallerKind): PhoneItems {
  if (!may(kind, 'seeDesk')) return { bar: mainItems(kind), rest: [], desk: [] }
  const desk = deskItems(kind).filter((item) => item !== 'class-registrants')
  return { bar: ['dashboard', 'upcomingClasses', 'class-registrants'], rest: ['memberships'], desk }
}
