import { may, type CallerKind } from '#studio/accounts/rules.ts'
import { ask, type Ask } from '#studio/screen.ts'
import type { Feature } from '#studio/settings/rules.ts'
import { standIns } from '../calls.ts'

/** Who takes over which class: loaded after the page, it would push down what is below. */
export const standInAsks = (kind: CallerKind, on: readonly Feature[]): readonly Ask[] =>
  on.includes('door') && may(kind, 'seeDesk') ? [ask(standIns.list, {})] : []
