import { ask, type Ask } from '#studio/screen.ts'
import type { Feature } from '#studio/settings/rules.ts'
import { rooms } from '../calls.ts'
import { haveTeachers, withRoomsOrTeachers } from '../rules.ts'

const areThere = (on: readonly Feature[]) => withRoomsOrTeachers.some((one) => on.includes(one))

/** Names of rooms and teachers beside each class: loaded after the page, they would make every row taller. */
export const roomAsks = (on: readonly Feature[]): readonly Ask[] => (areThere(on) ? [ask(rooms.shown, {})] : [])

/** For forms that choose a room and teachers. */
export const roomFormAsks = (on: readonly Feature[]): readonly Ask[] => [
  ...roomAsks(on),
  ...(haveTeachers(on) ? [ask(rooms.staff, {})] : []),
]
