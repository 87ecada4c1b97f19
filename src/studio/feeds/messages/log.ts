import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    newAddress: ['User made a new address of their calendar.', 'Kasutaja tegi kalendrile uue aadressi.'],
  }),
)
