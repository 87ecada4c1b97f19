import { messages, plural } from '#kernel/messages.ts'

/** The letters about passes. */
export const letters = messages({
  see: ['See upcoming classes', 'Vaata tulevasi trenne'],
  classes: ['Classes', 'Kordi'],
  validUntil: ['Valid until', 'Kehtib kuni'],
  bought: {
    subject: [(name: string) => `Your membership: ${name}`, (name) => `Sinu pääse: ${name}`],
    intro: [
      (name: string) => `The membership ${name} is yours: you can book with it right away.`,
      (name) => `Pääse „${name}“ on sinu: saad sellega kohe trenni registreeruda.`,
    ],
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
