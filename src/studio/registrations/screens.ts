import { schedule } from '#studio/schedule/calls.ts'
import { ask, one, screen, weeks } from '#studio/screen.ts'

export const registrationScreens = {
  '/admin/class-registration': screen({
    page: 'registrations/pages/ClassRegistrationPage',
    for: 'seeDesk',
    // the chosen class and person, and how far the list of classes reaches
    search: { entry: one, user: one, weeks },
    menu: { in: 'desk', order: 12, label: { en: 'Class Registration', et: 'Registreeri inimene trenni' } },
  }),
  '/admin/edit-schedule/$id': screen(
    {
      page: 'registrations/pages/EditSchedulePage',
      for: 'seeDesk',
    },
    (_kind, _search, scheduleId) => [ask(schedule.entry, { scheduleId })],
  ),
}
