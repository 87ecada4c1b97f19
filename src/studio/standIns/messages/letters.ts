import { messages } from '#kernel/messages.ts'

/** Letters about stand-ins. `what` is 'Salsa (Thursday 26 November, 18:00–19:30)'. */
export const letters = messages({
  see: ['See the class', 'Vaata trenni'],
  asked: {
    subject: [
      (className: string, day: string) => `Who can take ${className}, ${day}?`,
      (className, day) => `Kes saab anda trenni: ${className}, ${day}?`,
    ],
    intro: [
      (teacher: string, what: string) => `${teacher} can't take ${what}. Can you take it over?`,
      (teacher, what) => `${teacher} ei saa anda trenni ${what}. Kas sina saad selle üle võtta?`,
    ],
    button: ['See if you can take it over', 'Vaata, kas saad üle võtta'],
  },
  offered: {
    subject: [
      (className: string, day: string) => `To approve: another teacher for ${className}, ${day}`,
      (className, day) => `Kinnitamiseks: teine treener trennile ${className}, ${day}`,
    ],
    toAdmins: [
      (name: string, teacher: string, what: string) =>
        `${name} would take over ${what} from ${teacher}. Please approve it, or refuse.`,
      (name, teacher, what) =>
        `${name} võtaks üle trenni ${what}, mida pidi andma ${teacher}. Palun kinnita või keeldu.`,
    ],
    button: ['Approve or refuse', 'Kinnita või keeldu'],
    toTeacherSubject: [
      (className: string, day: string) => `Somebody would take over ${className}, ${day}`,
      (className, day) => `Sinu trenn võetakse üle: ${className}, ${day}`,
    ],
    toTeacher: [
      (name: string, what: string) => `${name} would take over ${what} from you. It is settled once an admin approves.`,
      (name, what) => `${name} võtaks sinult üle trenni ${what}. See on kindel, kui administraator on kinnitanud.`,
    ],
  },
  taken: {
    subject: [
      (className: string, day: string) => `Taken over: ${className}, ${day}`,
      (className, day) => `Üle võetud: ${className}, ${day}`,
    ],
    toNew: [
      (what: string, teacher: string) => `${what} is yours now: you take it over from ${teacher}.`,
      (what, teacher) => `Trenn ${what} on nüüd sinu: võtad selle üle treenerilt ${teacher}.`,
    ],
    toTeacher: [
      (name: string, what: string) => `${name} takes over ${what} from you. You need not come.`,
      (name, what) => `${name} võtab sinult üle trenni ${what}. Sa ei pea tulema.`,
    ],
    toAdmins: [
      (name: string, teacher: string, what: string) => `${name} takes over ${what} from ${teacher}.`,
      (name, teacher, what) => `${name} võtab üle trenni ${what}, mida pidi andma ${teacher}.`,
    ],
  },
  newTeacher: {
    subject: [
      (className: string, day: string) => `Another teacher: ${className}, ${day}`,
      (className, day) => `Teine treener: ${className}, ${day}`,
    ],
    intro: [
      (name: string, teacher: string, what: string) => `${name} teaches ${what}, instead of ${teacher}.`,
      (name, teacher, what) => `Trenni ${what} annab ${name}, mitte ${teacher}.`,
    ],
    registered: [
      "Your place is kept. If you would rather not come, cancel within 24 hours, before the class starts: then it isn't late.",
      'Sinu koht jääb alles. Kui sa siiski tulla ei soovi, tühista 24 tunni jooksul, enne trenni algust: siis ei ole see hilja.',
    ],
    included: [
      "It's still included: nothing for you to do.",
      'See kuulub endiselt sinu gruppi: sa ei pea midagi tegema.',
    ],
    button: ['See upcoming classes', 'Vaata tulevasi trenne'],
  },
  fallen: {
    subject: [
      (className: string, day: string) => `Not taken over: ${className}, ${day}`,
      (className, day) => `Ei võeta üle: ${className}, ${day}`,
    ],
    refusedToNew: [
      (what: string) => `The studio has decided that you don't take over ${what}.`,
      (what) => `Stuudio otsustas, et sina trenni ${what} üle ei võta.`,
    ],
    refusedToTeacher: [
      (name: string, what: string) =>
        `The studio has decided that ${name} doesn't take over ${what}. Somebody else is looked for.`,
      (name, what) => `Stuudio otsustas, et ${name} trenni ${what} üle ei võta. Otsime kedagi teist.`,
    ],
    takenBack: [
      (name: string, what: string) => `${name} can't take over ${what} after all. Somebody else is looked for.`,
      (name, what) => `${name} ei saa siiski trenni ${what} üle võtta. Otsime kedagi teist.`,
    ],
    movedToNew: [
      (what: string) =>
        `The class that you would take over has another time: ${what}. If that suits you as well, please take it over anew.`,
      (what) =>
        `Trennil, mille sa üle võtaksid, on uus aeg: ${what}. Kui see sulle sobib, võta trenn palun uuesti üle.`,
    ],
    movedToTeacher: [
      (name: string, what: string) =>
        `The class that you can't take has another time: ${what}. ${name} is asked anew whether that is possible.`,
      (name, what) => `Trennil, mida sa anda ei saa, on uus aeg: ${what}. Küsime uuesti, kas ${name} saab siis tulla.`,
    ],
  },
  over: {
    subject: [
      (className: string, day: string) => `Settled: ${className}, ${day}`,
      (className, day) => `Lahendatud: ${className}, ${day}`,
    ],
    withdrawn: [
      (teacher: string, what: string) => `${teacher} takes ${what} after all. Nobody has to take it over.`,
      (teacher, what) => `${teacher} annab trenni ${what} siiski ise. Keegi ei pea seda üle võtma.`,
    ],
    cancelled: [
      (what: string) => `${what} is cancelled: nobody has to take it over.`,
      (what) => `Trenn ${what} jääb ära: keegi ei pea seda üle võtma.`,
    ],
    replaced: [
      (what: string) => `The studio has put another teacher in charge of ${what}: nobody has to take it over.`,
      (what) => `Stuudio määras trennile ${what} teise treeneri: keegi ei pea seda üle võtma.`,
    ],
  },
  begun: {
    subject: [
      (className: string) => `Nobody took it over: ${className}`,
      (className) => `Keegi ei võtnud üle: ${className}`,
    ],
    intro: [
      (teacher: string, what: string) =>
        `${what} begins. ${teacher} can't take it, and nobody has taken it over. Please see to it.`,
      (teacher, what) =>
        `Algab trenn ${what}. ${teacher} ei saa seda anda ja keegi ei ole seda üle võtnud. Palun vaata, mis saab.`,
    ],
  },
})
