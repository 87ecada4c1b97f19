import type { ReactNode } from 'react'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { useLive, type AnyQuery } from './useLive.ts'

/** What is there only while a list on the screen has something in it, such as the way to a file of it. */
export function WithRows<P extends AnyQuery>(props: {
  /** The question that the screen asks. */
  query: P
  input: InputOf<P>
  any: (answer: AnswerOf<P>) => boolean
  children: ReactNode
}) {
  const live = useLive(props.query, props.input)
  return live.state === 'ready' && props.any(live.answer) ? props.children : null
}
