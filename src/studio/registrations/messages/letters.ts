import { messages, plural } from '#kernel/messages.ts'

/** Letters about places in classes. */
export const letters = messages({
  see: ['See my classes', 'Vaata oma trenne'],
  time: ['Time', 'Aeg'],
  paidBy: ['Paid by', 'Osaled pääsmega'],
  comesBy: ['How', 'Osaled'],
  makeUp: ['Make-up class', 'Järeletegemine'],
  booked: {
    subject: [
      (className: string, day: string) => `Booked: ${className}, ${day}`,
      (className, day) => `Koht olemas: ${className}, ${day}`,
    ],
    intro: [
      (className: string) => `You have a place in ${className}. See you there!`,
      (className) => `Sul on koht trennis „${className}“. Kohtumiseni!`,
    ],
    introOf: [
      (name: string, className: string) => `${name} has a place in ${className}. See you there!`,
      (name, className) => `Koht trennis „${className}“ on olemas: ${name}. Kohtumiseni!`,
    ],
    by: ['Registered by', 'Registreeris'],
    otherGuardian: ['another guardian', 'teine hooldaja'],
  },
  reminder: {
    subject: [
      (className: string, day: string) => `Soon: ${className}, ${day}`,
      (className, day) => `Varsti: ${className}, ${day}`,
    ],
    intro: [
      (className: string) => `This is a reminder: ${className} is coming up. See you there!`,
      (className) => `Tuletame meelde: peagi algab trenn „${className}“. Kohtumiseni!`,
    ],
    cancel: ['Cancel', 'Tühista'],
    cantCome: ["I can't come", 'Ma ei saa tulla'],
    cantComeOf: [(name: string) => `${name} can't come`, (name) => `${name} ei saa tulla`],
  },
  button: ['See upcoming classes', 'Vaata tulevasi trenne'],
  removed: {
    subject: [
      (className: string, day: string) => `Place cancelled: ${className}, ${day}`,
      (className, day) => `Koht tühistatud: ${className}, ${day}`,
    ],
    intro: [
      (className: string, day: string, time: string) =>
        `The studio has cancelled the place in ${className} on ${day} at ${time}.`,
      (className, day, time) => `Stuudio tühistas koha trennis „${className}“ (${day} kell ${time}).`,
    ],
    mistake: ['If this is a mistake, please write to us.', 'Kui see on eksitus, kirjuta meile.'],
  },
  cancelled: {
    subject: [
      (className: string, day: string) => `Cancelled: ${className}, ${day}`,
      (className, day) => `Jääb ära: ${className}, ${day}`,
    ],
    intro: [
      (className: string, day: string, time: string) =>
        `${className} on ${day} at ${time} will not take place: we had to cancel it.`,
      (className, day, time) => `Kahjuks jääb ära trenn „${className}“ (${day} kell ${time}).`,
    ],
    classBack: [
      (membership: string) => `The class is back on your membership ${membership}.`,
      (membership) => `Saad selle korra oma pääsmele „${membership}“ tagasi.`,
    ],
    makeUpBack: ['Your make-up class is given back.', 'Järeletegemise kord tuleb sulle tagasi.'],
    nothingToPay: [
      'Your drop-in payment is cancelled: you have nothing to pay for this class.',
      'Sinu üksikpileti makse on tühistatud: selle trenni eest ei pea sa midagi maksma.',
    ],
    sorry: [
      'We are sorry about this, and hope to see you in another class soon.',
      'Vabandame ja loodame sind peagi mõnes teises trennis näha.',
    ],
  },
  moved: {
    subject: [
      (className: string, day: string) => `New time: ${className}, ${day}`,
      (className, day) => `Uus aeg: ${className}, ${day}`,
    ],
    intro: [
      (className: string) => `${className} has a new date or time.`,
      (className) => `Trenni „${className}“ aeg on muutunud.`,
    ],
    subjectElsewhere: [
      (className: string, day: string) => `Changes: ${className}, ${day}`,
      (className, day) => `Muudatused: ${className}, ${day}`,
    ],
    introElsewhere: [
      (className: string) => `The room or the teacher of ${className} has changed.`,
      (className) => `Trenni „${className}“ saal või treener on muutunud.`,
    ],
    before: ['Before', 'Varem'],
    now: ['Now', 'Nüüd'],
    registered: [
      'Your place is kept. If it does not suit you any more, you can cancel your registration until the class starts.',
      'Sinu koht jääb alles. Kui see sulle enam ei sobi, saad registreeringu kuni trenni alguseni tühistada.',
    ],
    registeredWithLate: [
      (hours: number) =>
        `Your place is kept. If it does not suit you any more, you can cancel free of charge for 24 hours after this change, and in any case until ${hours} ${plural(hours, 'hour', 'hours')} before the start.`,
      (hours) =>
        `Sinu koht jääb alles. Kui see sulle enam ei sobi, saad tasuta tühistada 24 tunni jooksul pärast seda muudatust, ja igal juhul kuni ${hours} ${plural(hours, 'tund', 'tundi')} enne algust.`,
    ],
    included: [
      "It's still included: nothing for you to do.",
      'See kuulub endiselt sinu gruppi: sa ei pea midagi tegema.',
    ],
  },
  /** Letters about several classes. */
  together: {
    movedSubject: [(className: string) => `New times: ${className}`, (className) => `Uued ajad: ${className}`],
    cancelledSubject: [
      (className: string, classes: number) => `Cancelled: ${className}, ${classes} classes`,
      (className, classes) => `Jääb ära: ${className}, ${classes} trenni`,
    ],
    changedSubject: [(className: string) => `Changes: ${className}`, (className) => `Muudatused: ${className}`],
    moved: [
      (classes: number) => `${classes} ${plural(classes, 'class has', 'classes have')} a new date or time.`,
      (classes) => (classes === 1 ? 'Ühe trenni aeg on muutunud.' : `${classes} trenni aeg on muutunud.`),
    ],
    elsewhere: [
      (classes: number) =>
        classes === 1
          ? 'The room or the teacher of one class has changed.'
          : `The room or the teacher of ${classes} classes has changed.`,
      (classes) =>
        classes === 1 ? 'Ühe trenni saal või treener on muutunud.' : `${classes} trenni saal või treener on muutunud.`,
    ],
    cancelled: [
      (classes: number) =>
        `${classes} ${plural(classes, 'class', 'classes')} will not take place: we had to cancel ${plural(classes, 'it', 'them')}.`,
      (classes) => `Kahjuks jääb ära ${classes} ${plural(classes, 'trenn', 'trenni')}.`,
    ],
    now: [(span: string) => `now ${span}`, (span) => `nüüd ${span}`],
    isCancelled: ['cancelled', 'jääb ära'],
    classesBack: [
      (membership: string, classes: number) =>
        `${classes} ${plural(classes, 'class is', 'classes are')} back on your membership ${membership}.`,
      (membership, classes) =>
        `Saad oma pääsmele „${membership}“ tagasi ${classes} ${plural(classes, 'korra', 'korda')}.`,
    ],
    makeUpsBack: [
      (classes: number) => `${classes} make-up ${plural(classes, 'class is', 'classes are')} given back.`,
      (classes) => `Saad tagasi ${classes} järeletegemise ${plural(classes, 'korra', 'korda')}.`,
    ],
    nothingToPay: [
      'Your drop-in payments that were due are cancelled: you have nothing to pay for these classes.',
      'Sinu tasumata üksikpiletite maksed on tühistatud: nende trennide eest ei pea sa midagi maksma.',
    ],
    push: [(classes: number) => `${classes} classes have changed.`, (classes) => `Muutus ${classes} trenni.`],
  },
})
