import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    closed: [(month: string) => `The pay sheet of ${month} was closed.`, (month) => `Palgaleht suleti: ${month}.`],
    rateSet: ['A pay rate was set.', 'Tasumäär määrati.'],
    rateRemoved: ['A pay rate was removed.', 'Tasumäär eemaldati.'],
  }),
)
