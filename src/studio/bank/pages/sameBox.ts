import type { ShownSuggestion } from '../contract.ts'
import type { Hint } from '../rules.ts'

interface Box {
  readonly suggestion: ShownSuggestion
  readonly hints: Hint[]
}

/** Suggestions that would do the same are one box, with the reasons of all. */
export function inBoxes(suggestions: readonly ShownSuggestion[]): Box[] {
  const boxes = new Map<string, Box>()
  for (const suggestion of suggestions) {
    const { payerId, shares, hint } = suggestion
    const does = [payerId, ...shares.map(({ paymentId, cents }) => `${paymentId}=${cents}`)].join(' ')
    const box = boxes.get(does) ?? { suggestion, hints: [] }
    if (!box.hints.includes(hint)) box.hints.push(hint)
    boxes.set(does, box)
  }
  return [...boxes.values()]
}
