import { startTransition, useOptimistic } from 'react'

/**
 * A choice that is stored in the address, shown at once: the router needs a moment, and React would reset a native
 * field until then.
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
