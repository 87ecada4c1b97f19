import { messages } from '#kernel/messages.ts'

export const letters = messages({
  see: ['See the pass', 'Vaata pääset'],
  days: ['Frozen', 'Külmutatud'],
  validUntil: ['Valid until', 'Kehtib kuni'],
  frozen: {
    subject: [(name: string) => `${name} is frozen`, (name) => `${name} on külmutatud`],
    intro: [
      (name: string) =>
        `Your pass ${name} is frozen on these days. It can’t be used on them, and is valid as many days longer.`,
      (name) =>
        `Sinu pääse „${name}“ on neil päevadel külmutatud: seda ei saa kasutada ja see kehtib sama võrra kauem.`,
    ],
    given: [
      'These classes on those days are given back to it:',
      'Need trennid on tühistatud ja nende korrad on tagasi pääsmel:',
    ],
  },
  refused: {
    subject: [(name: string) => `${name} is not frozen`, (name) => `${name}: külmutada ei saa`],
    intro: [
      (name: string, days: string) => `You asked to freeze ${name} (${days}). This is not possible:`,
      (name, days) => `Soovisid külmutada pääsme „${name}“ (${days}). Seda ei saa teha:`,
    ],
  },
})
