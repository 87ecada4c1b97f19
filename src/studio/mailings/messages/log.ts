import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    sent: ['Message sent to several people.', 'Sõnum saadeti mitmele inimesele.'],
    takenBack: ['Message taken back.', 'Sõnum võeti tagasi.'],
    triedAgain: ['E-mails of a message are tried again.', 'Sõnumi kirju proovitakse uuesti.'],
  }),
)
