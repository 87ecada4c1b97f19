import { messages, plural } from '#kernel/messages.ts'

/** On the dashboard, which has no other text of bank statements. */
export const waitingTexts = messages({
  linesWait: [
    (lines: number) => `${lines} bank ${plural(lines, 'line waits', 'lines wait')}`,
    (lines) => `${lines} pangaväljavõtte rida ootab`,
  ],
})
