import { startTransition, useOptimistic } from 'react'

/**
 * A choice that the address keeps, shown at once: the router takes a moment, and React sets a native field back until
 * then.
 */
export function useChoice<T>(kept: T): [chosen: T, choose: (next: T, keep: () => Promise<void>) => void] {
  const [chosen, show] = useOptimistic(kept)
  const choose = (next: T, keep: () => Promise<void>) =>
    startTransition(async () => {
      show(next)
      await keep()
    })
  return [chosen, choose]
}
