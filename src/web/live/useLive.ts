import { useCallback, useSyncExternalStore } from 'react'
import type { AnswerOf, InputOf, Named, Query } from '#kernel/procedures.ts'
import { LiveConnection, type ConnectionState, type Live } from './connection.ts'

export const connection = new LiveConnection(`${location.origin.replace(/^http/, 'ws')}/live`)

/** Any typed query fits; its own types come back through InputOf and AnswerOf. */
export type AnyQuery = Omit<Query, 'input' | 'answer'> & Named

/** The live answer to a query: it changes by itself when anyone, anywhere, changes what it shows. */
export function useLive<P extends AnyQuery>(procedure: P, input: InputOf<P>): Live<AnswerOf<P>> {
  const { name } = procedure
  const key = JSON.stringify(input)
  const subscribe = useCallback(
    (listener: () => void) => connection.watch(name, JSON.parse(key) as unknown, listener),
    [name, key],
  )
  const snapshot = useCallback(() => connection.current(name, JSON.parse(key) as unknown), [name, key])
  return useSyncExternalStore(subscribe, snapshot) as Live<AnswerOf<P>>
}

/** The answer as it is now, once, such as for a file; 'failed' when it does not come in time. */
export async function askOnce<P extends AnyQuery>(procedure: P, input: InputOf<P>): Promise<Live<AnswerOf<P>>> {
  return (await connection.ask(procedure.name, input)) as Live<AnswerOf<P>>
}

export function retryLive<P extends AnyQuery>(procedure: P, input: InputOf<P>): void {
  connection.retry(procedure.name, input)
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    (listener) => connection.onState(listener),
    () => connection.state,
  )
}

/** The build of the browser application that the server sends now, or null before it has said so. */
export function useServerBuild(): string | null {
  return useSyncExternalStore(
    (listener) => connection.onState(listener),
    () => connection.build,
    () => null,
  )
}
