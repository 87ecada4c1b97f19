import { classes } from '#studio/classes/calls.ts'
import { closures } from '#studio/closures/calls.ts'
import { ask, one, screen } from '#studio/screen.ts'

export const scheduleScreens = {
  '/admin/add-to-schedule': screen(
    {
      page: 'schedule/pages/AddToSchedulePage',
      for: 'seeDesk',
      // the one that is chosen at first
      search: { class: one },
      menu: { in: 'desk', order: 4, label: { en: 'Add to Schedule', et: 'Lisa tunniplaani' } },
    },
    () => [ask(classes.list, {}), ask(closures.list, {})],
  ),
}
