import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    asked: [(pass: string) => `A freeze was asked for: ${pass}.`, (pass) => `Sooviti pääsme külmutamist: ${pass}.`],
    withdrawn: [
      (pass: string) => `A freeze is no longer asked for: ${pass}.`,
      (pass) => `Pääsme külmutamist enam ei soovita: ${pass}.`,
    ],
    refused: [(pass: string) => `A freeze was refused: ${pass}.`, (pass) => `Külmutamisest keelduti: ${pass}.`],
    frozen: [(pass: string) => `Membership frozen: ${pass}.`, (pass) => `Pääse külmutati: ${pass}.`],
    ended: [(pass: string) => `A freeze was ended: ${pass}.`, (pass) => `Pääsme külmutamine lõpetati: ${pass}.`],
  }),
)
