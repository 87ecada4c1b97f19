import { messages } from '#kernel/messages.ts'

/** The letters about places that got free. */
export const letters = messages({
  offered: {
    subject: [
      (name: string, until: string) => `A place is free for you until ${until}: ${name}`,
      (name, until) => `Sulle on vaba koht kuni ${until}: ${name}`,
    ],
    intro: [
      (what: string, until: string) => `A place in ${what} is free. It is held for you until ${until}.`,
      (what, until) => `Koht vabanes: ${what}. Hoiame seda sulle kuni ${until}.`,
    ],
    otherwise: [
      'After that it goes to the next who waits. If you can’t come, please say so: then the next need not wait.',
      'Pärast seda pakume kohta järgmisele ootajale. Kui sa tulla ei saa, anna palun teada, et järgmine ei peaks ootama.',
    ],
    button: ['Take it or say no', 'Võta koht või loobu'],
  },
  open: {
    subject: [
      (name: string) => `A place is free: first come, first served. ${name}`,
      (name) => `Koht on vaba: kes ees, see mees. ${name}`,
    ],
    intro: [
      (what: string) => `A place in ${what} is free. It is too late to hold it for anybody: first come, first served.`,
      (what) => `Koht vabanes: ${what}. Kellelegi hoida on juba hilja: kes ees, see mees.`,
    ],
    hint: [
      'If somebody else was faster, you still wait.',
      'Kui keegi teine jõudis ette, oled endiselt ootejärjekorras.',
    ],
    button: ['Take the place', 'Võta koht'],
  },
  taken: {
    subject: [(name: string) => `You have a place: ${name}`, (name) => `Sul on koht: ${name}`],
    intro: [
      (what: string, pass: string) =>
        `A place in ${what} is free again, and we took it for you with your pass ${pass}.`,
      (what, pass) => `Koht vabanes: ${what}. Võtsime selle sulle sinu pääsmega „${pass}“.`,
    ],
    hint: [
      'If you can’t come after all, please cancel in time: then the class goes back to your pass.',
      'Kui sa siiski tulla ei saa, tühista palun õigel ajal: siis läheb kord pääsmele tagasi.',
    ],
    button: ['See my classes', 'Vaata oma trenne'],
  },
  closed: {
    ofClass: [(name: string, day: string) => `Cancelled: ${name}, ${day}`, (name, day) => `Jääb ära: ${name}, ${day}`],
    ofCourse: [(name: string) => `Cancelled: ${name}`, (name) => `Jääb ära: ${name}`],
    intro: [
      (what: string) => `${what} will not take place. You are no longer on the waiting list.`,
      (what) => `Kahjuks jääb ära: ${what}. Sa ei ole enam ootejärjekorras.`,
    ],
    offered: ['The place that we held for you is gone with it.', 'Koht, mida sulle hoidsime, langes sellega ära.'],
    button: ['See upcoming classes', 'Vaata tulevasi trenne'],
    buttonOfCourse: ['See courses', 'Vaata kursusi'],
  },
})
