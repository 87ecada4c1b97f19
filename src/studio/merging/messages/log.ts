import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    merged: ['Two records of one person were merged.', 'Ühe inimese kaks kirjet ühendati.'],
    parted: ['Merged records were taken apart again.', 'Ühendatud kirjed lahutati.'],
  }),
)
