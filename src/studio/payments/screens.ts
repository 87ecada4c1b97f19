import { oneOf, textOf } from '#kernel/search.ts'
import { page, screen, typed } from '#studio/screen.ts'
import { overviewStatuses } from './rules.ts'

export const paymentScreens = {
  '/admin/payments': screen({
    page: 'payments/pages/PaymentsPage',
    for: 'seeDesk',
    // the list; the month of the confirmed payments; the page of each list
    search: {
      tab: oneOf(overviewStatuses),
      search: typed,
      month: textOf(7, /^20\d\d-(0[1-9]|1[0-2])$/),
      due: page,
      markedByUser: page,
      markedByTeacher: page,
      confirmed: page,
    },
    menu: { in: 'desk', group: 'money', order: 6, label: { en: 'Payments', et: 'Maksed' } },
  }),
}
