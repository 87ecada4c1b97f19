import { inBoth, messages } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'

export const logLines = inBoth(
  messages({
    personAdded: ['Person added at the door.', 'Inimene lisati uksel.'],
    handedOver: [
      (cents: Cents) => `Cash handed over: ${euros(cents, 'en')}.`,
      (cents) => `Sularaha anti üle: ${euros(cents, 'et')}.`,
    ],
    confirmed: [
      (cents: Cents) => `Cash confirmed: ${euros(cents, 'en')}.`,
      (cents) => `Sularaha kinnitati: ${euros(cents, 'et')}.`,
    ],
    confirmedOther: [
      (cents: Cents, difference: Cents) =>
        `Cash confirmed: ${euros(cents, 'en')}, ${euros(difference, 'en')} against what was handed over.`,
      (cents, difference) => `Sularaha kinnitati: ${euros(cents, 'et')}, vahe üleantuga ${euros(difference, 'et')}.`,
    ],
    handOverUndone: [
      (cents: Cents) => `Hand-over of cash undone: ${euros(cents, 'en')}.`,
      (cents) => `Sularaha üleandmine võeti tagasi: ${euros(cents, 'et')}.`,
    ],
    countUndone: [
      (cents: Cents) => `Count of cash undone: ${euros(cents, 'en')}.`,
      (cents) => `Sularaha lugemine võeti tagasi: ${euros(cents, 'et')}.`,
    ],
    givenBack: [
      (cents: Cents) => `Cash given back: ${euros(cents, 'en')}.`,
      (cents) => `Sularaha anti tagasi: ${euros(cents, 'et')}.`,
    ],
  }),
)
