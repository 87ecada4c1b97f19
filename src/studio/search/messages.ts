import { messages } from '#kernel/messages.ts'

/** Texts of the search for people, classes and payments. */
export const texts = messages({
  title: ['Search', 'Otsing'],
  label: ['Search people, classes and payments', 'Otsi inimesi, trenne ja makseid'],
  hint: ['A name, an e-mail or a class', 'Nimi, e-post või trenn'],
  hintWithNumber: ['Name, e-mail, class or number', 'Nimi, e-post, trenn või number'],
  people: ['People', 'Inimesed'],
  classes: ['Classes', 'Trennid'],
  payments: ['Payments', 'Maksed'],
  screens: ['Pages', 'Lehed'],
  owes: [(sum: string) => `owes ${sum}`, (sum) => `võlgu ${sum}`],
  none: ['Nothing found', 'Midagi ei leitud'],
  found: [(results: number) => `${results} found`, (results) => `Leitud: ${results}`],
})
