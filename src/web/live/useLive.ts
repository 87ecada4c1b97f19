import { use, useCallback, useSyncExternalStore } from 'react'
import type { AnswerOf, InputOf, Named, Query } from '#kernel/procedures.ts'
import { LiveConnection, type Live } from './connection.ts'
import type { ConnectionState } from './steadySocket.ts'
import { LiveSourceContext, type LiveSource } from './source.ts'

const origin = typeof location === 'undefined' ? '' : location.origin

/** The tab's connection, read through `useLive`. On the server it is never opened and holds nothing. */
export const connection = new LiveConnection(`${origin.replace(/^http/, 'ws')}/live`)

/** Accepts any typed query; InputOf and AnswerOf recover its own types. */
export type AnyQuery = Omit<Query, 'input' | 'answer'> & Named

/** The live answer to a query: it updates whenever anybody changes what it shows. */
export function useLive<P extends AnyQuery>(procedure: P, input: InputOf<P>): Live<AnswerOf<P>> {
  const { name } = procedure
  const source = useSource()
  const key = JSON.stringify(input)
  const subscribe = useCallback(
    (listener: () => void) => source.watch(name, JSON.parse(key) as unknown, listener),
    [source, name, key],
  )
  const snapshot = useCallback(() => source.current(name, JSON.parse(key) as unknown), [source, name, key])
  const first = useCallback(() => source.first(name, JSON.parse(key) as unknown), [source, name, key])
  return useSyncExternalStore(subscribe, snapshot, first) as Live<AnswerOf<P>>
}

/** A one-time query, for example for a file; returns 'failed' after a timeout. */
export async function askOnce<P extends AnyQuery>(procedure: P, input: InputOf<P>): Promise<Live<AnswerOf<P>>> {
  return (await connection.ask(procedure.name, input)) as Live<AnswerOf<P>>
}

export function retryLive<P extends AnyQuery>(procedure: P, input: InputOf<P>): void {
  connection.retry(procedure.name, input)
}

const connecting = (): ConnectionState => 'connecting'

export function useConnectionState(): ConnectionState {
  const source = useSource()
  return useSyncExternalStore(
    useCallback((listener) => source.onState(listener), [source]),
    () => source.state,
    connecting,
  )
}

/** Whether the answer was sent or confirmed on the current connection; else it may be stale. */
export function useIsFresh<P extends AnyQuery>({ name }: P, input: InputOf<P>): boolean {
  return useSyncExternalStore(
    (listener) => connection.onState(listener),
    () => connection.isFresh(name, input),
    () => false,
  )
}

/** The browser build that the server now serves, or null before the first connection. */
export function useServerBuild(): string | null {
  return useSyncExternalStore(
    (listener) => connection.onState(listener),
    () => connection.build,
    () => null,
  )
}

/** Whether something on screen is waiting for its first answer. */
export function useIsAsking(): boolean {
  return useSyncExternalStore(
    (listener) => connection.onState(listener),
    () => connection.isAsking,
    () => false,
  )
}

function useSource(): LiveSource {
  const source = use(LiveSourceContext)
  if (!source) throw new Error('useLive stands outside LiveSourceContext.')
  return source
}
