import { messages, plural } from '#kernel/messages.ts'

/** Texts of screens that combine several concepts; the parts bring their own texts. */
export const texts = messages({
  classes: ['Classes', 'Trennid'],
  upcomingClasses: ['Upcoming Classes', 'Tulevased trennid'],
  toTakeAPlace: ['To take a place:', 'Koha saamiseks:'],
  visitorHint: ['Find your class. Sign in to take a place.', 'Leia oma trenn. Koha saamiseks logi sisse.'],
  onThisPage: ['On this page', 'Sellel lehel'],
  toCourses: ['Courses', 'Kursused'],
  toMemberships: ['Memberships', 'Pääsmed'],
  memberships: ['Memberships', 'Pääsmed'],
  dashboard: ['Dashboard', 'Töölaud'],
  account: ['Account', 'Konto'],
  sections: ['Sections', 'Jaotised'],
  history: ['History', 'Ajalugu'],
  hello: [(name: string) => `Hello, ${name}!`, (name: string) => `Tere, ${name}!`],
  paymentsDue: [
    (count: number, sum: string) => `${count} due ${plural(count, 'payment', 'payments')}: ${sum}`,
    (count: number, sum: string) => `${count} ${plural(count, 'tasumata makse', 'tasumata makset')}: ${sum}`,
  ],
})
