import { oneOf } from '#kernel/search.ts'
import { ask, page, screen } from '#studio/screen.ts'
import { classes } from './calls.ts'

export const classScreens = {
  '/admin/create-class': screen({
    page: 'classes/pages/CreateClassPage',
    for: 'seeDesk',
    menu: { in: 'desk', order: 1, label: { en: 'Create Class', et: 'Loo trenn' } },
  }),
  '/admin/classes': screen(
    {
      page: 'classes/pages/ClassesPage',
      for: 'seeDesk',
      search: { page, order: oneOf(['newest', 'oldest']) },
      menu: { in: 'desk', order: 7, label: { en: 'View Classes', et: 'Kõik trennid' } },
    },
    (_, { page = 1, order = 'newest' }) => [ask(classes.overview, { page, order })],
  ),
}
