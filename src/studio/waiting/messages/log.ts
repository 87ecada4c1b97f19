import { inBoth, messages } from '#kernel/messages.ts'
import type { State } from '../rules/states.ts'
import { stateTexts } from './states.ts'

const { en, et } = stateTexts

export const logLines = inBoth(
  messages({
    joined: [(place: string) => `Joined the waiting list of ${place}.`, (place) => `Läks ootejärjekorda: ${place}.`],
    moved: [
      (from: State, to: State) => `Waiting list: ${en[from]} → ${en[to]}.`,
      (from, to) => `Ootejärjekord: ${et[from]} → ${et[to]}.`,
    ],
  }),
)
