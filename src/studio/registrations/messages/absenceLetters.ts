import { messages } from '#kernel/messages.ts'

/** Letters about staff saying for a person that they can't come, or come after all. */
export const absenceLetters = messages({
  see: ['See the class', 'Vaata trenni'],
  absent: {
    subject: [
      (className: string, day: string) => `Can't come: ${className}, ${day}`,
      (className, day) => `Ei saa tulla: ${className}, ${day}`,
    ],
    intro: [
      (className: string, day: string, time: string) =>
        `The studio has noted that you can't come to ${className} on ${day} at ${time}. The place is free for somebody else.`,
      (className, day, time) =>
        `Stuudio märkis, et sa ei saa tulla trenni „${className}“ (${day} kell ${time}). Koht on nüüd vaba.`,
    ],
    mistake: [
      'If this is a mistake, you can take it back while a place is free.',
      'Kui see on eksitus, saad selle tagasi võtta, kuni mõni koht on vaba.',
    ],
  },
  comesAfterAll: {
    subject: [
      (className: string, day: string) => `Comes after all: ${className}, ${day}`,
      (className, day) => `Tuleb siiski: ${className}, ${day}`,
    ],
    intro: [
      (className: string, day: string, time: string) =>
        `The studio has noted that you come to ${className} on ${day} at ${time} after all. You have your place again.`,
      (className, day, time) =>
        `Stuudio märkis, et tuled siiski trenni „${className}“ (${day} kell ${time}). Sinu koht on jälle olemas.`,
    ],
    makeUpGone: [
      'The make-up class that you got for it is taken back.',
      'Selle eest saadud järeletegemise korda enam ei ole.',
    ],
    mistake: ["If this is a mistake, press 'I can't come'.", 'Kui see on eksitus, vajuta „Ma ei saa tulla“.'],
  },
})
