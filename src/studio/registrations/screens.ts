import { may } from '#studio/accounts/rules.ts'
import { closures } from '#studio/closures/calls.ts'
import { schedule } from '#studio/schedule/calls.ts'
import { roomAsks } from '#studio/rooms/screens/asks.ts'
import { ask, one, screen, weeks } from '#studio/screen.ts'
import { registrations } from './calls.ts'

export const registrationScreens = {
  '/my-place/$id': screen(
    { page: 'registrations/pages/MyPlacePage', for: 'see', under: '/dashboard' },
    (_kind, _search, id, on) => [
      ask(registrations.mine, {}),
      ask(registrations.absentFrom, {}),
      ask(registrations.entry, { id }),
      ...roomAsks(on),
    ],
  ),
  '/admin/class-registration': screen({
    page: 'registrations/pages/ClassRegistrationPage',
    for: 'seeDesk',
    // the chosen class and person, and the number of weeks in the class list
    search: { entry: one, user: one, weeks },
    menu: {
      in: 'desk',
      group: 'people',
      order: 12,
      label: { en: 'Class Registration', et: 'Registreeri inimene trenni' },
    },
  }),
  '/admin/edit-schedule/$id': screen(
    {
      page: 'registrations/pages/EditSchedulePage',
      for: 'seeDesk',
      under: '/admin/class-registrants',
    },
    (kind, _search, scheduleId) => [
      ask(schedule.entry, { scheduleId }),
      // loaded before the form can be sent, as the dialog needs them
      ask(schedule.series, { scheduleId }),
      ask(registrations.toldOfCancellation, { scheduleId }),
      ask(registrations.includedInSeries, { scheduleId }),
      ask(closures.list, {}),
      ...(may(kind, 'manageSchedule') ? [ask(schedule.undoable, {})] : []),
    ],
  ),
}
