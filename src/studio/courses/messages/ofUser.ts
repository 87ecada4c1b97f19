import { messages } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'

/** A user's course registrations as staff see them. */
export const ofUserTexts = messages({
  exportName: ['courses', 'kursused'],
  title: ['Course registrations', 'Kursuste registreeringud'],
  none: ['No course registrations', 'Kursuseregistreeringuid veel ei ole'],
  course: ['Course', 'Kursus'],
  dates: ['Dates', 'Kuupäevad'],
  payment: ['Payment status', 'Makse olek'],
  registered: ['Registration date', 'Registreerus'],
  register: ['Register for a course', 'Registreeri kursusele'],
  registerFor: [(name: string) => `Register ${name} for a course`, (name) => `Kursusele registreerimine: ${name}`],
  choose: ['Choose a course', 'Vali kursus'],
  done: [
    (price: Cents) => `Registered. To be paid: ${euros(price, 'en')}.`,
    (price) => `Registreering on tehtud. Tasuda: ${euros(price, 'et')}.`,
  ],
})

export const registerFailures = messages({
  unexpected: ['The registration failed. Please try again.', 'Registreerimine ei õnnestunud. Palun proovi uuesti.'],
  chooseCourse: ['Please choose a course.', 'Palun vali kursus.'],
  alreadyInCourse: ['User already registered for this course.', 'Kasutaja on sellele kursusele juba registreeritud.'],
})
