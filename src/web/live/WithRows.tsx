import type { ReactNode } from 'react'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { useLive, type AnyQuery } from './useLive.ts'

/**
 * Renders its children only while a list on the screen has rows, for example an export button. With `keepsPlace` their
 * place stays empty, so that nothing moves during a search.
 */
export function WithRows<P extends AnyQuery>(props: {
  /** The query that the screen runs. */
  query: P
  input: InputOf<P>
  any: (answer: AnswerOf<P>) => boolean
  keepsPlace?: boolean
  children: ReactNode
}) {
  const live = useLive(props.query, props.input)
  const any = live.state === 'ready' && props.any(live.answer)
  if (props.keepsPlace) return <div className={any ? undefined : 'invisible'}>{props.children}</div>
  return any ? props.children : null
}
