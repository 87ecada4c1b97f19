import { may, type CallerKind } from '#studio/accounts/rules.ts'
import { classes } from '#studio/classes/calls.ts'
import { closures } from '#studio/closures/calls.ts'
import { roomAsks, roomFormAsks } from '#studio/rooms/screens/asks.ts'
import { ask, one, screen } from '#studio/screen.ts'
import { schedule } from './calls.ts'

const undoAsks = (kind: CallerKind) => (may(kind, 'manageSchedule') ? [ask(schedule.undoablePlans, {})] : [])

export const scheduleScreens = {
  '/admin/add-to-schedule': screen(
    {
      page: 'schedule/pages/AddToSchedulePage',
      for: 'seeDesk',
      // the class that is chosen initially
      search: { class: one },
      menu: { in: 'desk', group: 'plan', order: 4, label: { en: 'Add to Schedule', et: 'Lisa tunniplaani' } },
    },
    (kind, _search, _id, on) => [ask(classes.list, {}), ask(closures.list, {}), ...undoAsks(kind), ...roomFormAsks(on)],
  ),
  '/admin/repeat-term': screen(
    { page: 'schedule/pages/RepeatTermPage', for: 'seeDesk', under: '/admin/add-to-schedule' },
    (kind, _search, _id, on) => [
      ask(schedule.weekly, { span: null }),
      ...undoAsks(kind),
      ask(closures.list, {}),
      ask(closures.holidays, {}),
      ...roomAsks(on),
    ],
  ),
}
