import { may, type CallerKind } from '#studio/accounts/rules.ts'
import type { Feature } from '#studio/settings/rules.ts'
import { menuOf, type MenuItem } from '#studio/screens.ts'

export interface PhoneItems {
  /** The bar at the lower edge, in reach of the thumb. */
  readonly bar: readonly MenuItem[]
  /** Behind the bar's last button, together with the rest of the admin menu. */
  readonly rest: readonly MenuItem[]
  readonly desk: readonly MenuItem[]
}

/** The bar has room for three items. For staff, a desk item with an icon comes before the last of the main ones. */
export function phoneItems(kind: CallerKind, on: readonly Feature[]): PhoneItems {
  const main = menuOf('main', kind, on)
  if (!may(kind, 'seeDesk')) return { bar: main, rest: [], desk: [] }
  const desk = menuOf('desk', kind, on)
  const often = desk.filter(({ menu }) => menu.icon)
  const room = 3 - often.length
  return {
    bar: [...main.slice(0, room), ...often],
    rest: main.slice(room),
    desk: desk.filter((item) => !often.includes(item)),
  }
}
