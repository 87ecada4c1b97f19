import { messages } from '#kernel/messages.ts'

/** What is on today, on the dashboard of teachers and admins. */
export const todayTexts = messages({
  title: ['Today', 'Täna'],
  none: ['No classes today.', 'Täna trenne ei ole.'],
  next: [
    (className: string, when: string) => `Next: ${className}, ${when}`,
    (className, when) => `Järgmisena: ${className}, ${when}`,
  ],
  emptySchedule: ['Nothing is on the schedule yet.', 'Tunniplaan on veel tühi.'],
  emptyScheduleHint: [
    'As soon as an admin adds a class, it appears here.',
    'Kui administraator lisab trenni, ilmub see siia.',
  ],
  loadFailed: ['What is on today could not be loaded.', 'Tänaseid trenne ei õnnestunud laadida.'],
  now: ['Now', 'Praegu'],
  people: ['Participants', 'Osalejaid'],
  nobody: ['Nobody has registered yet', 'Keegi ei ole veel registreerunud'],
  marked: [
    (marked: number, taken: number) => `${marked} of ${taken} marked`,
    (marked, taken) => `${marked}/${taken} märgitud`,
  ],
  allMarked: ['Everyone marked', 'Kõik märgitud'],
  attendance: ['Attendance', 'Märgi kohalolek'],
  attendanceOf: [
    (className: string, times: string) => `Attendance: ${className}, ${times}`,
    (className, times) => `Märgi kohalolek: ${className}, ${times}`,
  ],
  all: ['All classes and registrants', 'Kõik trennid ja osalejad'],
})
