import { inBoth, messages } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'

export const logLines = inBoth(
  messages({
    personAdded: ['Person added at the door.', 'Inimene lisati uksel.'],
    handedOver: [
      (cents: Cents) => `Cash handed over: ${euros(cents)}.`,
      (cents) => `Sularaha anti üle: ${euros(cents)}.`,
    ],
    confirmed: [
      (cents: Cents) => `Cash confirmed: ${euros(cents)}.`,
      (cents) => `Sularaha kinnitati: ${euros(cents)}.`,
    ],
    confirmedOther: [
      (cents: Cents, difference: Cents) =>
        `Cash confirmed: ${euros(cents)}, ${euros(difference)} against what was handed over.`,
      (cents, difference) => `Sularaha kinnitati: ${euros(cents)}, vahe üleantuga ${euros(difference)}.`,
    ],
    handOverUndone: [
      (cents: Cents) => `Hand-over of cash undone: ${euros(cents)}.`,
      (cents) => `Sularaha üleandmine võeti tagasi: ${euros(cents)}.`,
    ],
    countUndone: [
      (cents: Cents) => `Count of cash undone: ${euros(cents)}.`,
      (cents) => `Sularaha lugemine võeti tagasi: ${euros(cents)}.`,
    ],
    givenBack: [
      (cents: Cents) => `Cash given back: ${euros(cents)}.`,
      (cents) => `Sularaha anti tagasi: ${euros(cents)}.`,
    ],
  }),
)
