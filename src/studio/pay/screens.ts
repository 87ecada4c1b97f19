import { textOf } from '#kernel/search.ts'
import { ask, screen } from '#studio/screen.ts'
import { pay } from './calls.ts'

export const payScreens = {
  '/admin/pay': screen({
    page: 'pay/pages/PayPage',
    for: 'confirmPayments',
    feature: 'paySheet',
    search: { month: textOf(7, /^20\d\d-(0[1-9]|1[0-2])$/) },
    menu: { in: 'desk', group: 'money', order: 12.6, label: { en: 'Pay sheet', et: 'Palgaleht' } },
  }),
  '/admin/my-pay': screen(
    {
      page: 'pay/pages/MyPayPage',
      for: 'seeDesk',
      feature: 'paySheet',
      menu: { in: 'desk', group: 'money', order: 12.7, label: { en: 'My pay', et: 'Minu tasu' }, forTeachers: true },
    },
    () => [ask(pay.mine, {})],
  ),
}
