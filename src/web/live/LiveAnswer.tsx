import type { ReactNode } from 'react'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { LiveContent } from './LiveContent.tsx'
import { retryLive, useLive, type AnyQuery } from './useLive.ts'
import { useSteady } from './useSteady.ts'

/** Asks a live query and shows its answer, or what stands in its place. */
export function LiveAnswer<P extends AnyQuery>(props: {
  query: P
  input: InputOf<P>
  /** The former answer stays until the new one is there, such as of another page. */
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
