import { messages } from '#kernel/messages.ts'

/** The letters about places in classes. */
export const letters = messages({
  greeting: [(name: string) => `Hello ${name}!`, (name) => `Tere, ${name}!`],
  button: ['See upcoming classes', 'Vaata tulevasi trenne'],
  closing: [(studio: string) => `Your ${studio}`, (studio) => studio],
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
    nothingToPay: [
      'Your drop-in payment is cancelled: you have nothing to pay for this class.',
      'Sinu üksikpileti makse on tühistatud: selle trenni eest ei pea sa midagi maksma.',
    ],
    moneyBack: [
      'If you have paid for it already, please write to us about getting the money back.',
      'Kui oled selle eest juba maksnud, kirjuta meile, et leppida kokku raha tagastamine.',
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
    before: ['Before', 'Varem'],
    now: ['Now', 'Nüüd'],
    registered: [
      'Your place is kept. If the new time does not suit you, you can cancel your registration until the class starts.',
      'Sinu koht jääb alles. Kui uus aeg sulle ei sobi, saad registreeringu kuni trenni alguseni tühistada.',
    ],
    included: [
      'It is included in your membership as before: you need not do anything.',
      'See sisaldub endiselt sinu liikmesuses: sa ei pea midagi tegema.',
    ],
  },
})
