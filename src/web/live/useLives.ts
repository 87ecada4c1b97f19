import { use, useCallback, useRef, useSyncExternalStore } from 'react'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import type { Live } from './connection.ts'
import { LiveSourceContext, type LiveSource } from './source.ts'
import type { AnyQuery } from './useLive.ts'

/** As `useLive`, for one query with any number of inputs, also none; the answers are in the order of the inputs. */
export function useLives<P extends AnyQuery>(procedure: P, inputs: readonly InputOf<P>[]): Live<AnswerOf<P>>[] {
  const { name } = procedure
  const source = use(LiveSourceContext)
  if (!source) throw new Error('useLives stands outside LiveSourceContext.')
  const key = JSON.stringify(inputs)
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = (JSON.parse(key) as unknown[]).map((input) => source.watch(name, input, listener))
      return () => stops.forEach((stop) => stop())
    },
    [source, name, key],
  )
  const snapshot = useSame(useCallback(() => all(source, 'current', name, key), [source, name, key]))
  const first = useSame(useCallback(() => all(source, 'first', name, key), [source, name, key]))
  return useSyncExternalStore(subscribe, snapshot, first) as Live<AnswerOf<P>>[]
}

const all = (source: LiveSource, which: 'current' | 'first', name: string, key: string): Live<unknown>[] =>
  (JSON.parse(key) as unknown[]).map((input) => source[which](name, input))

/** Returns the same array as long as it would contain the same answers, as useSyncExternalStore requires. */
function useSame(read: () => Live<unknown>[]): () => Live<unknown>[] {
  const last = useRef<Live<unknown>[]>([])
  return useCallback(() => {
    const now = read()
    const isSame = now.length === last.current.length && now.every((live, index) => live === last.current[index])
    if (!isSame) last.current = now
    return last.current
  }, [read])
}
