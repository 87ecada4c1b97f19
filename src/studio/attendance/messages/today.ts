import { messages } from '#kernel/messages.ts'

/** What is on today, on the dashboard of teachers and admins. */
export const todayTexts = messages({
  en: {
    title: 'On today',
    none: 'No classes today.',
    next: (className: string, when: string) => `Next: ${className}, ${when}`,
    emptySchedule: 'Nothing is on the schedule yet.',
    emptyScheduleHint: 'As soon as an admin adds a class, it appears here.',
    loadFailed: 'What is on today could not be loaded.',
    now: 'Now',
    people: 'Participants',
    nobody: 'Nobody has registered yet',
    marked: (marked: number, taken: number) => `${marked} of ${taken} marked`,
    allMarked: 'Everyone marked',
    attendance: 'Attendance',
    attendanceOf: (className: string, times: string) => `Attendance: ${className}, ${times}`,
    all: 'All classes and registrants',
  },
  et: {
    title: 'Täna kavas',
    none: 'Täna trenne ei ole.',
    next: (className, when) => `Järgmisena: ${className}, ${when}`,
    emptySchedule: 'Tunniplaan on veel tühi.',
    emptyScheduleHint: 'Kui administraator lisab trenni, ilmub see siia.',
    loadFailed: 'Tänaseid trenne ei õnnestunud laadida.',
    now: 'Praegu',
    people: 'Osalejaid',
    nobody: 'Keegi ei ole veel registreerunud',
    marked: (marked, taken) => `${marked}/${taken} märgitud`,
    allMarked: 'Kõik märgitud',
    attendance: 'Märgi kohalolek',
    attendanceOf: (className, times) => `Märgi kohalolek: ${className}, ${times}`,
    all: 'Kõik trennid ja osalejad',
  },
})
