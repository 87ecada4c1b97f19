import { useRouterState, type ParsedLocation } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

type State = Partial<ParsedLocation['state']>

const nothing: State = {}
const never = () => () => {}

/**
 * What led here said beyond the address, and the key of this entry of the history. The server's page could not say it:
 * once React has taken that over, it does.
 */
export function useHistoryState(): State {
  const state = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).state })
  return useSyncExternalStore(
    never,
    () => state,
    () => nothing,
  )
}
