// All screens, by their addresses. A last part `$id` is a parameter.
import { accountScreens } from '#studio/accounts/screens.ts'
import { attendanceScreens } from '#studio/attendance/screens.ts'
import { stebbyScreens } from '#studio/stebby/screens.ts'
import { bankScreens } from '#studio/bank/screens.ts'
import { billScreens } from '#studio/bills/screens.ts'
import { classScreens } from '#studio/classes/screens.ts'
import { courseScreens } from '#studio/courses/screens.ts'
import { doorScreens } from '#studio/door/screens.ts'
import { familyScreens } from '#studio/families/screens.ts'
import { mailingScreens } from '#studio/mailings/screens.ts'
import { membershipScreens } from '#studio/memberships/screens.ts'
import { movingScreens } from '#studio/moving/screens.ts'
import { noticeScreens } from '#studio/notices/screens.ts'
import { paperScreens } from '#studio/papers/screens.ts'
import { passScreens } from '#studio/passes/screens.ts'
import { payScreens } from '#studio/pay/screens.ts'
import { paymentScreens } from '#studio/payments/screens.ts'
import { registrationScreens } from '#studio/registrations/screens.ts'
import { scheduleScreens } from '#studio/schedule/screens.ts'
import { settingsScreens } from '#studio/settings/screens.ts'
import { signingScreens } from '#studio/signing/screens.ts'
import { statisticsScreens } from '#studio/statistics/screens.ts'
import { sharedScreens } from '#studio/together/screens.ts'
import { may, type CallerKind } from '#studio/accounts/rules.ts'
import type { Feature } from '#studio/settings/rules.ts'
import { mayOpen, type Ask, type MenuPlace, type Screen } from './screen.ts'

const declared = {
  ...accountScreens,
  ...settingsScreens,
  ...signingScreens,
  ...noticeScreens,
  ...familyScreens,
  ...classScreens,
  ...scheduleScreens,
  ...paymentScreens,
  ...bankScreens,
  ...membershipScreens,
  ...courseScreens,
  ...billScreens,
  ...registrationScreens,
  ...passScreens,
  ...mailingScreens,
  ...attendanceScreens,
  ...stebbyScreens,
  ...doorScreens,
  ...payScreens,
  ...paperScreens,
  ...statisticsScreens,
  ...movingScreens,
  ...sharedScreens,
}

export type Path = keyof typeof declared
export type SearchOf<P extends Path> = ReturnType<(typeof declared)[P]['search']>

export const screens: { readonly [P in Path]: Screen<SearchOf<P>> } = declared

/** Where '/' leads, and where users are sent who may not open the screen that they asked for. */
export const homeOf = (kind: CallerKind): Path => (may(kind, 'ownAccount') ? '/dashboard' : '/login')

/** The first queries of the screen at a place. */
export const firstAsksAt = (
  at: { path: Path; search: object; id: string },
  kind: CallerKind,
  on: readonly Feature[],
): readonly Ask[] => (screens[at.path] as Screen).asks(kind, at.search, at.id, on)

export interface MenuItem {
  readonly path: Path
  readonly menu: MenuPlace
}

const items: readonly MenuItem[] = (Object.entries(screens) as [Path, Screen][])
  .flatMap(([path, { menu }]) => (menu ? [{ path, menu }] : []))
  .toSorted((one, other) => one.menu.order - other.menu.order)

/** The items of one part of the navigation for a user of this kind. */
export const menuOf = (part: MenuPlace['in'], kind: CallerKind, on: readonly Feature[]): readonly MenuItem[] =>
  items.filter(({ path, menu }) => menu.in === part && isShown(path, menu, kind, on))

const isShown = (path: Path, menu: MenuPlace, kind: CallerKind, on: readonly Feature[]): boolean =>
  mayOpen(screens[path], kind, on) && (menu.in === 'main' || may(kind, 'manageSettings') || menu.forTeachers === true)
