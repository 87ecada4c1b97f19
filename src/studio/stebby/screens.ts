import { ask, screen } from '#studio/screen.ts'
import { stebby } from './calls.ts'

export const stebbyScreens = {
  '/admin/stebby': screen(
    {
      page: 'stebby/pages/StebbyPage',
      for: 'confirmPayments',
      feature: 'stebbyDesk',
      menu: { in: 'desk', group: 'money', order: 12.5, label: { en: 'Stebby desk', et: 'Stebby kassa' } },
    },
    () => [ask(stebby.desk, {}), ask(stebby.connected, {})],
  ),
}
