import { messages } from '#kernel/messages.ts'

/** A user's course registrations as staff see them. */
export const ofUserTexts = messages({
  en: {
    title: 'Course registrations',
    none: 'No course registrations',
    course: 'Course',
    dates: 'Dates',
    payment: 'Payment status',
    registered: 'Registration date',
  },
  et: {
    title: 'Kursuste registreeringud',
    none: 'Ühelegi kursusele ei ole veel registreerutud',
    course: 'Kursus',
    dates: 'Kuupäevad',
    payment: 'Makse olek',
    registered: 'Registreerus',
  },
})
