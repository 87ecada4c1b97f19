import { messages, plural } from '#kernel/messages.ts'

/** The timetable embedded in another site. */
export const timetableTexts = messages({
  title: [(studio: string) => `${studio}: timetable`, (studio) => `${studio}: tunniplaan`],
  none: ['No classes are planned.', 'Ühtegi trenni ei ole plaanis.'],
  full: ['Full', 'Täis'],
  left: [
    (free: number) => `${free} ${plural(free, 'place', 'places')} free`,
    (free) => `${free} ${plural(free, 'vaba koht', 'vaba kohta')}`,
  ],
  cancelled: ['Cancelled', 'Jääb ära'],
  all: ['All classes and registration', 'Kõik trennid ja registreerumine'],
})
