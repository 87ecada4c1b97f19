import { messages } from '#kernel/messages.ts'

/** Texts of the search for people, classes, courses and payments. */
export const texts = messages({
  title: ['Search', 'Otsing'],
  label: ['Search people, classes, courses and payments', 'Otsi inimesi, trenne, kursusi ja makseid'],
  hint: ['Name, e-mail, class or course', 'Nimi, e-post, trenn või kursus'],
  hintWithNumber: ['Name, e-mail, class or number', 'Nimi, e-post, trenn või number'],
  people: ['People', 'Inimesed'],
  classes: ['Classes', 'Trennid'],
  courses: ['Courses', 'Kursused'],
  payments: ['Payments', 'Maksed'],
  screens: ['Pages', 'Lehed'],
  owes: [(sum: string) => `owes ${sum}`, (sum) => `võlgu ${sum}`],
  /** What a payment is for, and the day by which to pay. */
  dueOn: [(what: string, day: string) => `${what}, due ${day}`, (what, day) => `${what}, tähtaeg ${day}`],
  none: ['Nothing found', 'Midagi ei leitud'],
  found: [(results: number) => `${results} found`, (results) => `Leitud: ${results}`],
})
