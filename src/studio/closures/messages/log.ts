import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    added: [(reason: string) => `Closed days added: ${reason}.`, (reason) => `Lisati suletud päevad: ${reason}.`],
    removed: [
      (reason: string) => `Closed days removed: ${reason}.`,
      (reason) => `Eemaldati suletud päevad: ${reason}.`,
    ],
    coursesGoOn: ['Courses take place on closed days after all.', 'Kursused toimuvad suletud päevadel siiski.'],
  }),
)
