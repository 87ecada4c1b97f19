import { createContext } from 'react'
import type { Live } from './connection.ts'
import type { ConnectionState } from './steadySocket.ts'

/** Source of a screen's live answers: in a browser the connection, on the server the answers gathered for this page. */
export interface LiveSource {
  readonly state: ConnectionState
  onState(listener: () => void): () => void
  current(name: string, input: unknown): Live<unknown>
  /** The answer that came with the page: the server rendered it, so hydration must start from it. */
  first(name: string, input: unknown): Live<unknown>
  watch(name: string, input: unknown, listener: () => void): () => void
  warm(name: string, input: unknown): void
}

/** One per tab and per server-rendered page, so that no answer reaches another person's screen. */
export const LiveSourceContext = createContext<LiveSource | null>(null)
