import { oneOf } from '#kernel/search.ts'
import { ask, page, screen, typed } from '#studio/screen.ts'
import { moving } from './calls.ts'
import { problemLists } from './rules/firebase.ts'

export const movingScreens = {
  '/admin/import': screen(
    {
      page: 'moving/pages/ImportPage',
      for: 'manageUsers',
      under: '/admin/settings',
      search: { which: oneOf(problemLists), search: typed, page },
    },
    () => [ask(moving.undoableTables, {})],
  ),
}
