import { createContext } from 'react'
import type { Live } from './connection.ts'
import type { ConnectionState } from './steadySocket.ts'

/** Where a screen's live answers come from: the connection in a browser; on the server, what was answered for this page. */
export interface LiveSource {
  readonly state: ConnectionState
  onState(listener: () => void): () => void
  current(name: string, input: unknown): Live<unknown>
  /** As it came with the page: what the server drew, and so what the browser takes over before it looks again. */
  first(name: string, input: unknown): Live<unknown>
  watch(name: string, input: unknown, listener: () => void): () => void
  warm(name: string, input: unknown): void
}

/** Each tab and each page that the server draws has its own: no answer reaches another person's screen. */
export const LiveSourceContext = createContext<LiveSource | null>(null)
