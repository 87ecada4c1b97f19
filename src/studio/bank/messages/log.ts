import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    read: ['Bank statement read.', 'Pangaväljavõte loeti sisse.'],
    lineUndone: ['A line of a bank statement was undone.', 'Pangaväljavõtte rida võeti tagasi.'],
    returnNotFound: [
      'A returned bank transfer was not found in full among what it had paid.',
      'Tagastatud ülekannet ei leitud täies ulatuses sellest, mida see oli tasunud.',
    ],
  }),
)
