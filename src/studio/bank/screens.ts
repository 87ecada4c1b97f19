import { oneOf } from '#kernel/search.ts'
import { page, screen, typed } from '#studio/screen.ts'
import { lists } from './rules.ts'

export const bankScreens = {
  '/admin/bank': screen({
    page: 'bank/pages/BankPage',
    for: 'confirmPayments',
    feature: 'statements',
    search: { list: oneOf(lists), search: typed, page },
    menu: { in: 'desk', order: 6.5, label: { en: 'Bank statements', et: 'Pangaväljavõtted' } },
  }),
}
