import { one, ask, screen } from '#studio/screen.ts'
import { rooms } from '#studio/rooms/calls.ts'
import { standInAsks } from '#studio/standIns/screens/asks.ts'
import { door } from './calls.ts'

export const doorScreens = {
  '/door': screen(
    {
      page: 'door/pages/DoorPage',
      for: 'seeDesk',
      feature: 'door',
      search: { class: one },
      menu: { in: 'main', order: 2, label: { en: 'Door', et: 'Uks' }, icon: 'door' },
    },
    (kind, search, _id, on) =>
      search.class === undefined ? [ask(door.days, {}), ask(rooms.shown, {}), ...standInAsks(kind, on)] : [],
  ),
  '/admin/cash-box': screen(
    {
      page: 'door/pages/CashBoxPage',
      for: 'seeDesk',
      feature: 'door',
      menu: { in: 'desk', group: 'money', order: 12, label: { en: 'Cash box', et: 'Kassa' }, forTeachers: true },
    },
    () => [ask(door.boxes, {})],
  ),
}
