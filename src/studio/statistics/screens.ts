import { oneOf } from '#kernel/search.ts'
import { screen } from '#studio/screen.ts'
import { spans } from './rules.ts'

export const statisticsScreens = {
  '/admin/statistics': screen({
    page: 'statistics/pages/StatisticsPage',
    for: 'manageSettings',
    search: { span: oneOf(spans) },
    menu: { in: 'desk', group: 'records', order: 14, label: { en: 'Statistics', et: 'Statistika' } },
  }),
}
