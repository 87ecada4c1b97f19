import { messages } from '#kernel/messages.ts'

/** Letters about freed places. */
export const letters = messages({
  offered: {
    subject: [
      (name: string, until: string) => `A place is free for you until ${until}: ${name}`,
      (name, until) => `Sulle on vaba koht kuni ${until}: ${name}`,
    ],
    // to a guardian; the letter shows the child's name separately
    subjectOf: [
      (name: string, until: string) => `A place is free until ${until}: ${name}`,
      (name, until) => `Vaba koht kuni ${until}: ${name}`,
    ],
    intro: [
      (what: string, until: string) => `A place in ${what} is free. It is held for you until ${until}.`,
      (what, until) => `Koht vabanes: ${what}. Hoiame seda sulle kuni ${until}.`,
    ],
    introOf: [
      (what: string, until: string) => `A place in ${what} is free. It is held until ${until}.`,
      (what, until) => `Koht vabanes: ${what}. Hoiame seda kuni ${until}.`,
    ],
    otherwise: [
      'After that it goes to the next who waits. If it is not needed, please say so: then the next need not wait.',
      'Pärast seda pakume kohta järgmisele ootajale. Kui seda vaja ei ole, anna palun teada, et järgmine ei peaks ootama.',
    ],
    dropIn: ['Drop-in', 'Üksikpilet'],
    price: ['Price', 'Hind'],
    pass: ['Your pass', 'Sinu pääse'],
    passOf: ['Pass', 'Pääse'],
    passLeft: [(name: string, left: number) => `${name}, ${left} left`, (name, left) => `${name}, alles ${left}`],
    button: ['Take it or say no', 'Võta koht või loobu'],
  },
  open: {
    subject: [
      (name: string) => `A place is free: first come, first served. ${name}`,
      (name) => `Koht on vaba: kes ees, see mees. ${name}`,
    ],
    intro: [
      (what: string) => `A place in ${what} is free. It is too late to hold it for anybody: first come, first served.`,
      (what) => `Koht vabanes: ${what}. Kohta kellelegi hoida on juba hilja: kes ees, see mees.`,
    ],
    hint: [
      'If somebody else was faster, the place on the waiting list stays.',
      'Kui keegi teine jõudis ette, jääb koht ootejärjekorras alles.',
    ],
    button: ['Take the place', 'Võta koht'],
  },
  taken: {
    subject: [(name: string) => `You have a place: ${name}`, (name) => `Sul on koht: ${name}`],
    subjectOf: [(name: string) => `There is a place: ${name}`, (name) => `Koht on olemas: ${name}`],
    intro: [
      (what: string, pass: string) =>
        `A place in ${what} is free again, and we took it for you with your pass ${pass}.`,
      (what, pass) => `Koht vabanes: ${what}. Võtsime selle sulle sinu pääsmega „${pass}“.`,
    ],
    introOf: [
      (what: string, pass: string) => `A place in ${what} is free again, and we took it with the pass ${pass}.`,
      (what, pass) => `Koht vabanes: ${what}. Võtsime selle pääsmega „${pass}“.`,
    ],
    hint: [
      'If it is not needed after all, please cancel in time: then the class goes back to the pass.',
      'Kui seda siiski vaja ei ole, tühista palun õigel ajal: siis läheb kord pääsmele tagasi.',
    ],
    button: ['See my classes', 'Vaata oma trenne'],
  },
  newTime: {
    subject: [(name: string, day: string) => `New time: ${name}, ${day}`, (name, day) => `Uus aeg: ${name}, ${day}`],
    intro: [
      (name: string) => `${name} has a new date or time. The place on the waiting list is kept.`,
      (name) => `Trenni „${name}“ aeg on muutunud. Koht ootejärjekorras jääb alles.`,
    ],
    asked: [
      'When a place becomes free, we ask first and do not take it by ourselves.',
      'Kui koht vabaneb, küsime enne ja ise seda ei võta.',
    ],
    leave: [
      'If the new time does not suit, the waiting list can be left at any time.',
      'Kui uus aeg ei sobi, saab järjekorrast igal ajal lahkuda.',
    ],
    now: ['Now', 'Nüüd'],
    button: ['See the waiting list', 'Vaata ootejärjekorda'],
  },
  closed: {
    ofClass: [(name: string, day: string) => `Cancelled: ${name}, ${day}`, (name, day) => `Jääb ära: ${name}, ${day}`],
    ofCourse: [(name: string) => `Cancelled: ${name}`, (name) => `Jääb ära: ${name}`],
    intro: [
      (what: string) => `${what} will not take place. You are no longer on the waiting list.`,
      (what) => `Kahjuks jääb ära: ${what}. Sa ei ole enam ootejärjekorras.`,
    ],
    introOf: [
      (what: string) => `${what} will not take place, and nobody waits for it any longer.`,
      (what) => `Kahjuks jääb ära: ${what}. Ootejärjekorda enam ei ole.`,
    ],
    offered: ['The place that we held is gone with it.', 'Koht, mida hoidsime, langes sellega ära.'],
    button: ['See upcoming classes', 'Vaata tulevasi trenne'],
    buttonOfCourse: ['See courses', 'Vaata kursusi'],
  },
})
