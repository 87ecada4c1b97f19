import { messages, plural } from '#kernel/messages.ts'

/** The letters about passes. */
export const letters = messages({
  see: ['See upcoming classes', 'Vaata tulevasi trenne'],
  classes: ['Classes', 'Kordi'],
  validUntil: ['Valid until', 'Kehtib kuni'],
  bought: {
    subject: [(name: string) => `Membership bought: ${name}`, (name) => `Pääse ostetud: ${name}`],
    intro: [
      (name: string) => `The membership ${name} is bought, and can be used to book right away.`,
      (name) => `Pääse „${name}“ on ostetud ja sellega saab kohe trenni registreeruda.`,
    ],
  },
  cancelled: {
    subject: [(name: string) => `Membership cancelled: ${name}`, (name) => `Pääse tühistatud: ${name}`],
    intro: [
      (name: string) => `The studio has cancelled the membership ${name}: it can’t be used any more.`,
      (name) => `Stuudio tühistas pääsme „${name}“: seda enam kasutada ei saa.`,
    ],
    mistake: ['If this is a mistake, please write to us.', 'Kui see on eksitus, kirjuta meile.'],
  },
  ends: {
    subject: [(name: string, day: string) => `${name} ends on ${day}`, (name, day) => `${name} lõpeb: ${day}`],
    intro: [
      (name: string, left: number) =>
        `Your membership ${name} ends soon. ${left} ${plural(left, 'class is', 'classes are')} left on it.`,
      (name, left) => `Sinu pääse „${name}“ lõpeb peagi. Alles on ${left} ${plural(left, 'kord', 'korda')}.`,
    ],
    buy: ['See memberships', 'Vaata pääsmeid'],
  },
})
