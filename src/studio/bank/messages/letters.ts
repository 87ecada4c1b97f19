import { messages, plural } from '#kernel/messages.ts'

/** The letter about what came by bank transfer. */
export const letters = messages({
  subject: {
    came: [(sum: string) => `We have received ${sum}`, (sum) => `Saime kätte ${sum}`],
    back: [(sum: string) => `The bank took back ${sum}`, (sum) => `Pank võttis tagasi ${sum}`],
  },
  title: {
    came: ['Your money has arrived', 'Sinu raha on kohal'],
    back: ['The bank took a payment back', 'Pank võttis makse tagasi'],
  },
  came: [
    (sum: string, transfers: number) =>
      `Thank you! ${sum} came to our account by ${plural(transfers, 'bank transfer', 'bank transfers')}.`,
    (sum, transfers) =>
      `Aitäh! Meie kontole laekus ${sum} (${transfers} ${plural(transfers, 'ülekanne', 'ülekannet')}).`,
  ],
  back: [
    (sum: string) => `The bank took back ${sum} of what you had transferred: what it paid is open again.`,
    (sum) => `Pank võttis sinu ülekannetest tagasi ${sum}: mis sellega tasuti, on jälle tasumata.`,
  ],
  transfer: [(day: string) => `Transfer of ${day}`, (day) => `Ülekanne ${day}`],
  takenBack: [(day: string) => `Taken back on ${day}`, (day) => `Tagasi võetud ${day}`],
  paid: [(what: string, person: string) => `Paid: ${what}, ${person}`, (what, person) => `Tasutud: ${what}, ${person}`],
  credit: ['Your credit', 'Sinu ettemaks'],
  button: ['See my payments', 'Vaata oma makseid'],
})
