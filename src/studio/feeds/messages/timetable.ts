import { messages } from '#kernel/messages.ts'

/** The timetable embedded in another site. */
export const timetableTexts = messages({
  title: [(studio: string) => `${studio}: timetable`, (studio) => `${studio}: tunniplaan`],
  none: ['No classes are planned.', 'Ühtegi trenni ei ole plaanis.'],
  full: ['Full', 'Täis'],
  left: [(free: number) => `${free} left`, (free) => (free === 1 ? '1 koht' : `${free} kohta`)],
  cancelled: ['Cancelled', 'Jääb ära'],
  all: ['All classes and registration', 'Kõik trennid ja registreerumine'],
})
