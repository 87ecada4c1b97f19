import { classes } from '#studio/classes/calls.ts'
import { ask, screen } from '#studio/screen.ts'

export const scheduleScreens = {
  '/admin/add-to-schedule': screen(
    {
      page: 'schedule/pages/AddToSchedulePage',
      for: 'seeDesk',
      menu: { in: 'desk', order: 4, label: { en: 'Add to Schedule', et: 'Lisa tunniplaani' } },
    },
    () => [ask(classes.list, {})],
  ),
}
