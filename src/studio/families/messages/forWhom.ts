import { messages } from '#kernel/messages.ts'

/** Wherever something is booked or cancelled for one of several people. */
export const forWhomTexts = messages({
  forWhom: ['For whom?', 'Kelle registreerid?'],
  whose: ['Whose place?', 'Kelle koht?'],
  chooseWhom: ['Please choose for whom.', 'Palun vali, kelle jaoks.'],
  registerAnother: ['Register another', 'Registreeri veel keegi'],
  cannotBook: [
    'You see this child here, and can’t book for it.',
    'Sa näed siin seda last, aga ei saa teda trenni panna.',
  ],
  cannotCancel: [
    'You see this child here, and can’t cancel for it. Ask a guardian who can book, or the studio.',
    'Sa näed siin seda last, aga ei saa tema eest tühistada. Palun küsi vanemalt, kes saab last trenni panna, või stuudiost.',
  ],
  paidByOthers: [
    'What it costs goes to a guardian who pays, and they are told.',
    'Selle eest maksab vanem, kelle kanda maksmine on, ja talle antakse teada.',
  ],
  toPay: ['To pay', 'Tasuda'],
  who: [(who: string, what: string) => `${who}: ${what}`, (who, what) => `${who}: ${what}`],
  placesLeft: [
    (places: number) => (places === 1 ? 'Only one place is left.' : `Only ${places} places are left.`),
    (places) => (places === 1 ? 'Alles on ainult üks koht.' : `Alles on ainult ${places} kohta.`),
  ],
})
