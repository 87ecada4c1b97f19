import { textOf } from '#kernel/search.ts'
import { page, screen } from '#studio/screen.ts'

export const billScreens = {
  '/admin/bills': screen({
    page: 'bills/pages/BillsPage',
    for: 'confirmPayments',
    feature: 'monthlyFees',
    search: { month: textOf(7, /^20\d\d-(0[1-9]|1[0-2])$/), page, billed: page },
    menu: { in: 'desk', group: 'money', order: 6.7, label: { en: 'Monthly fees', et: 'Kuutasud' } },
  }),
}
