import { oneOf } from '#kernel/search.ts'
import { may } from '#studio/accounts/rules.ts'
import { schedule } from '#studio/schedule/calls.ts'
import { entryRanges } from '#studio/schedule/rules.ts'
import { roomAsks } from '#studio/rooms/screens/asks.ts'
import { standInAsks } from '#studio/standIns/screens/asks.ts'
import { ask, one, page, screen } from '#studio/screen.ts'
import { registrations } from '#studio/registrations/calls.ts'
import { attendance } from './calls.ts'

export const attendanceScreens = {
  '/admin/class-registrants': screen(
    {
      page: 'attendance/pages/RegistrantsPage',
      for: 'seeDesk',
      search: { range: oneOf(entryRanges), page, entry: one },
      menu: {
        in: 'desk',
        group: 'people',
        order: 9,
        label: { en: 'Class Registrants', et: 'Trennide osalejad' },
        icon: 'people',
        forTeachers: true,
      },
    },
    (kind, { range = 'upcoming', page = 1, entry }, _id, on) =>
      entry === undefined
        ? [
            ask(attendance.registrants, { range, page }),
            ask(registrations.held, {}),
            ...roomAsks(on),
            ...standInAsks(kind, on),
            ...(may(kind, 'manageSchedule') ? [ask(schedule.undoable, {})] : []),
          ]
        : [],
  ),
  '/admin/class-details/$id': screen(
    {
      page: 'attendance/pages/ClassDetailsPage',
      for: 'seeDesk',
      under: '/admin/class-registrants',
    },
    (kind, _search, scheduleId, on) => [
      ask(attendance.classDetails, { scheduleId }),
      ...roomAsks(on),
      ...standInAsks(kind, on),
      ask(registrations.held, {}),
      ask(registrations.lateOf, { scheduleId }),
      ask(registrations.absentIn, { scheduleId }),
    ],
  ),
}
