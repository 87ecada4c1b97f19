import { inBoth, messages, plural } from '#kernel/messages.ts'

const fees = (n: number) => `${n} monthly ${plural(n, 'fee', 'fees')}`

export const logLines = inBoth(
  messages({
    billed: [
      (n: number, month: string) => `${fees(n)} billed for ${month}.`,
      (n, month) => `Kuutasusid loodi ${n}, kuu ${month}.`,
    ],
    takenBack: [(n: number) => `${fees(n)} taken back.`, (n) => `Kuutasusid võeti tagasi ${n}.`],
    pauseNoted: ['A pause was noted.', 'Paus märgiti.'],
    pauseTakenBack: ['A pause was taken back.', 'Paus võeti tagasi.'],
  }),
)
