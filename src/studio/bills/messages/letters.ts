import { messages } from '#kernel/messages.ts'

/** A fee's name, and the letter about fees. */
export const letters = messages({
  fee: [
    (month: string, category: string) => `Monthly fee, ${month} (${category})`,
    (month, category) => `Kuutasu, ${month} (${category})`,
  ],
  subject: [(sum: string) => `Monthly fees: ${sum}`, (sum) => `Kuutasu: ${sum}`],
  title: ['Monthly fees', 'Kuutasu'],
  intro: [
    (fees: number) => (fees === 1 ? 'Here is the fee of the month.' : 'Here are the fees of the month, as one sum.'),
    (fees) => (fees === 1 ? 'Siin on selle kuu tasu.' : 'Siin on selle kuu tasud ühe summana.'),
  ],
  line: [(name: string, what: string) => `${name}, ${what}`, (name, what) => `${name}, ${what}`],
  siblings: [
    (percent: number) => `less the sibling discount of ${percent}%`,
    (percent) => `õdede-vendade soodustus ${percent}% maha arvatud`,
  ],
  together: ['Total', 'Kokku'],
  until: ['Due', 'Maksetähtaeg'],
  see: ['See and pay', 'Vaata ja maksa'],
  push: [(day: string) => `Due on ${day}`, (day) => `Maksetähtaeg ${day}`],
})
