import { oneOf, textOf } from '#kernel/search.ts'
import { journalLists } from '#studio/payments/rules.ts'
import { page, screen, typed } from '#studio/screen.ts'
import { bookTabs, numberedKinds } from './rules.ts'

export const paperScreens = {
  '/admin/books': screen({
    page: 'papers/pages/BooksPage',
    for: 'confirmPayments',
    search: {
      books: oneOf(bookTabs),
      month: textOf(7, /^20\d\d-(0[1-9]|1[0-2])$/),
      receipts: oneOf(journalLists),
      kind: oneOf(numberedKinds),
      search: typed,
      page,
    },
    menu: { in: 'desk', group: 'money', order: 12.8, label: { en: 'Bookkeeping', et: 'Raamatupidamine' } },
  }),
}
