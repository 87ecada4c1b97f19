import { useRouterState, type ParsedLocation } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

type State = Partial<ParsedLocation['state']>

const nothing: State = {}
const never = () => () => {}

/**
 * The state of the current history entry, and its key. The server does not know them, so during hydration they are
 * empty.
 */
export function useHistoryState(): State {
  const state = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).state })
  return useSyncExternalStore(
    never,
    () => state,
    () => nothing,
  )
}
