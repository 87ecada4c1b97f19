import { messages } from '#kernel/messages.ts'

/** The letters about places in classes. */
export const letters = messages({
  en: {
    cancelled: {
      subject: (className: string, day: string) => `Cancelled: ${className}, ${day}`,
      greeting: (name: string) => `Hello ${name}!`,
      intro: (className: string, day: string, time: string) =>
        `${className} on ${day} at ${time} will not take place: we had to cancel it.`,
      classBack: (membership: string) => `The class is back on your membership ${membership}.`,
      nothingToPay: 'Your drop-in payment is cancelled: you have nothing to pay for this class.',
      moneyBack: 'If you have paid for it already, please write to us about getting the money back.',
      sorry: 'We are sorry about this, and hope to see you in another class soon.',
      button: 'See upcoming classes',
      closing: (studio: string) => `Your ${studio}`,
    },
  },
  et: {
    cancelled: {
      subject: (className, day) => `Jääb ära: ${className}, ${day}`,
      greeting: (name) => `Tere, ${name}!`,
      intro: (className, day, time) => `Kahjuks jääb ära trenn „${className}“ (${day}, kell ${time}).`,
      classBack: (membership) => `Saad selle korra oma pääsmele „${membership}“ tagasi.`,
      nothingToPay: 'Ühe korra tasu on tühistatud: selle trenni eest ei pea sa midagi maksma.',
      moneyBack: 'Kui oled selle eest juba maksnud, kirjuta meile raha tagasisaamiseks.',
      sorry: 'Vabandame ja loodame sind peagi mõnes teises trennis näha.',
      button: 'Vaata tulevasi trenne',
      closing: (studio) => studio,
    },
  },
})
