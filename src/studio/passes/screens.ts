import { ask, one, page, screen } from '#studio/screen.ts'
import { passes } from './calls.ts'

export const passScreens = {
  '/pass/$id': screen(
    // `of`: id of the child, for a guardian
    { page: 'passes/pages/PassPage', for: 'see', under: '/dashboard', search: { of: one, page } },
    (_, { of, page: shown = 1 }, id) => [
      ask(passes.book, { id, page: shown, ...(of !== undefined && { personId: of }) }),
    ],
  ),
  '/admin/freezes': screen(
    {
      page: 'passes/pages/FreezesPage',
      for: 'seeDesk',
      under: '/admin/memberships',
      search: { page },
    },
    (_, { page: shown = 1 }) => [ask(passes.freezes, { page: shown })],
  ),
  '/admin/pass/$id': screen(
    { page: 'passes/pages/DeskPassPage', for: 'seeDesk', under: '/admin/memberships', search: { page } },
    (_, { page: shown = 1 }, id) => [ask(passes.bookOf, { id, page: shown })],
  ),
}
