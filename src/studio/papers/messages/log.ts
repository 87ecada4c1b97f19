import { inBoth, messages } from '#kernel/messages.ts'
import { texts } from '../messages.ts'

type Kind = 'receipt' | 'invoice' | 'creditNote'
const [en, et] = [texts.en.kinds, texts.et.kinds]

export const logLines = inBoth(
  messages({
    made: [
      (kind: Kind, number: string) => `${en[kind]} ${number} made.`,
      (kind, number) => `${et[kind]} ${number} koostati.`,
    ],
  }),
)
