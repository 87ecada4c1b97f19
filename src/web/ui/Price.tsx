import type { Cents } from '#kernel/money.ts'
import { useFormats } from '#web/studio.tsx'

/** Euro sign after the number; `cents` are whole cents, `struck` marks a price that another one replaces. */
export function Price(props: { cents: Cents; struck?: boolean }) {
  const { euros } = useFormats()
  const text = euros(props.cents)
  if (props.struck) return <s className="whitespace-nowrap text-muted tabular-nums">{text}</s>
  return <span className="whitespace-nowrap tabular-nums">{text}</span>
}
