import type { ReactNode } from 'react'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { LiveContent } from './LiveContent.tsx'
import { retryLive, useLive, type AnyQuery } from './useLive.ts'
import { useSteady } from './useSteady.ts'

/** Runs a live query and shows its answer, or its loading or error state. */
export function LiveAnswer<P extends AnyQuery>(props: {
  query: P
  input: InputOf<P>
  /** Keeps the former answer until the new one is there, for example while paging. */
  steady?: boolean
  shape?: 'rows' | 'cards' | 'text'
  count?: number
  failed?: string | undefined
  children: (answer: AnswerOf<P>) => ReactNode
}) {
  const { query, input, steady = false, ...shown } = props
  const now = useLive(query, input)
  const kept = useSteady(now)
  return <LiveContent {...shown} live={steady ? kept : now} retry={() => retryLive(query, input)} />
}
