import { messages } from '#kernel/messages.ts'

/** The letter about a place in a course. */
export const letters = messages({
  subject: [(name: string) => `Your course: ${name}`, (name) => `Sinu kursus: ${name}`],
  intro: [
    (name: string) => `You have a place in the course ${name}. See you there!`,
    (name) => `Sul on koht kursusel „${name}“. Kohtumiseni!`,
  ],
  first: ['First class', 'Esimene kord'],
  see: ['See my courses', 'Vaata oma kursusi'],
})
