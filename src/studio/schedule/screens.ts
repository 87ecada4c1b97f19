import { classes } from '#studio/classes/calls.ts'
import { closures } from '#studio/closures/calls.ts'
import { ask, one, screen } from '#studio/screen.ts'
import { schedule } from './calls.ts'

export const scheduleScreens = {
  '/admin/add-to-schedule': screen(
    {
      page: 'schedule/pages/AddToSchedulePage',
      for: 'seeDesk',
      // the class that is chosen initially
      search: { class: one },
      menu: { in: 'desk', group: 'plan', order: 4, label: { en: 'Add to Schedule', et: 'Lisa tunniplaani' } },
    },
    () => [ask(classes.list, {}), ask(closures.list, {})],
  ),
  '/admin/repeat-term': screen(
    { page: 'schedule/pages/RepeatTermPage', for: 'seeDesk', under: '/admin/add-to-schedule' },
    () => [ask(schedule.weekly, { span: null }), ask(closures.list, {}), ask(closures.holidays, {})],
  ),
}
