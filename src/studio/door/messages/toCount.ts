import { messages, plural } from '#kernel/messages.ts'

/** On the dashboard, which has no other text of the cash box. */
export const toCountTexts = messages({
  toCount: [
    (handOvers: number, sum: string) =>
      `${handOvers} cash ${plural(handOvers, 'hand-over', 'hand-overs')} to count, ${sum}`,
    (handOvers, sum) => `${handOvers} sularaha ${plural(handOvers, 'üleandmine', 'üleandmist')} üle lugeda, ${sum}`,
  ],
})
