import type { ReactNode } from 'react'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { useLive, type AnyQuery } from './useLive.ts'

/** Renders its children only while a list on the screen has rows, for example an export button. */
export function WithRows<P extends AnyQuery>(props: {
  /** The query that the screen runs. */
  query: P
  input: InputOf<P>
  any: (answer: AnswerOf<P>) => boolean
  children: ReactNode
}) {
  const live = useLive(props.query, props.input)
  return live.state === 'ready' && props.any(live.answer) ? props.children : null
}
