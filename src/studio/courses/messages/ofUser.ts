import { messages } from '#kernel/messages.ts'

/** A user's course registrations as staff see them. */
export const ofUserTexts = messages({
  exportName: ['courses', 'kursused'],
  title: ['Course registrations', 'Kursuste registreeringud'],
  none: ['No course registrations', 'Ühelegi kursusele ei ole veel registreerutud'],
  course: ['Course', 'Kursus'],
  dates: ['Dates', 'Kuupäevad'],
  payment: ['Payment status', 'Makse olek'],
  registered: ['Registration date', 'Registreerus'],
})
