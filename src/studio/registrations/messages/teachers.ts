import { messages, plural } from '#kernel/messages.ts'

/** Letters to teachers about their classes; texts shared with participants' letters are in letters.ts. */
export const teacherLetters = messages({
  seeClass: ['See the class', 'Vaata trenni'],
  seeClasses: ['See the classes', 'Vaata trenne'],
  youTeach: ['You teach this class.', 'Sa oled selle trenni treener.'],
  youNeedNotCome: ['You need not come.', 'Sa ei pea tulema.'],
  otherRoom: [
    (className: string) => `${className} is in another room.`,
    (className) => `Trennil „${className}“ on teine saal.`,
  ],
  cancelled: [
    (className: string, day: string, time: string) => `${className} on ${day} at ${time} will not take place.`,
    (className, day, time) => `Trenn „${className}“ (${day} kell ${time}) jääb ära.`,
  ],
  theirs: {
    subject: [
      (className: string, day: string) => `You teach: ${className}, ${day}`,
      (className, day) => `Sinu trenn: ${className}, ${day}`,
    ],
    intro: [
      (className: string) => `You are now a teacher of ${className}.`,
      (className) => `Sa oled nüüd trenni „${className}“ treener.`,
    ],
  },
  notTheirs: {
    subject: [
      (className: string, day: string) => `Not yours any more: ${className}, ${day}`,
      (className, day) => `Ei ole enam sinu: ${className}, ${day}`,
    ],
    intro: [
      (className: string) => `You do not teach ${className} any more.`,
      (className) => `Sa ei ole enam trenni „${className}“ treener.`,
    ],
  },
  restored: {
    subject: [
      (className: string, day: string) => `Takes place after all: ${className}, ${day}`,
      (className, day) => `Toimub siiski: ${className}, ${day}`,
    ],
    intro: [
      (className: string) => `${className} takes place after all.`,
      (className) => `Trenn „${className}“ toimub siiski.`,
    ],
  },
  /** Letters about several classes. */
  together: {
    theirsSubject: [
      (names: string, classes: number) => `You teach: ${names}, ${classes} classes`,
      (names, classes) => `Sinu trennid: ${names}, ${classes} trenni`,
    ],
    notTheirsSubject: [
      (names: string, classes: number) => `Not yours any more: ${names}, ${classes} classes`,
      (names, classes) => `Ei ole enam sinu: ${names}, ${classes} trenni`,
    ],
    youTeach: ['You teach these classes.', 'Sa oled nende trennide treener.'],
    otherRoom: [
      (classes: number) =>
        classes === 1 ? 'One class is in another room.' : `${classes} classes are in another room.`,
      (classes) => (classes === 1 ? 'Ühel trennil on teine saal.' : `${classes} trennil on teine saal.`),
    ],
    cancelled: [
      (classes: number) =>
        classes === 1 ? 'One class will not take place.' : `${classes} classes will not take place.`,
      (classes) => `Ära jääb ${classes} ${plural(classes, 'trenn', 'trenni')}.`,
    ],
    theirs: [
      (classes: number) => `You are now a teacher of ${classes} ${plural(classes, 'class', 'classes')}.`,
      (classes) => `Sa oled nüüd ${classes} trenni treener.`,
    ],
    notTheirs: [
      (classes: number) => `You do not teach ${classes} ${plural(classes, 'class', 'classes')} any more.`,
      (classes) => `Sa ei ole enam ${classes} trenni treener.`,
    ],
    restored: [
      (classes: number) =>
        classes === 1 ? 'One class takes place after all.' : `${classes} classes take place after all.`,
      (classes) => (classes === 1 ? 'Üks trenn toimub siiski.' : `${classes} trenni toimub siiski.`),
    ],
    isTheirs: ['yours now', 'nüüd sinu'],
    isNotTheirs: ['not yours any more', 'ei ole enam sinu'],
    isRestored: ['takes place after all', 'toimub siiski'],
  },
})
