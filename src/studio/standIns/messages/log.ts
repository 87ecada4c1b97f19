import { inBoth, messages } from '#kernel/messages.ts'
import { texts } from '../messages.ts'
import type { State } from '../rules/states.ts'

const [en, et] = [texts.en.states, texts.et.states]

export const logLines = inBoth(
  messages({
    asked: ['A teacher looks for a stand-in.', 'Treener otsib asendajat.'],
    moved: [
      (from: State, to: State) => `Stand-in: ${en[from]} → ${en[to]}.`,
      (from, to) => `Asendus: ${et[from]} → ${et[to]}.`,
    ],
  }),
)
