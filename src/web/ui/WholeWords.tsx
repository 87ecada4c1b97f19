import { Fragment, type ReactNode } from 'react'

/** In characters; longer words must be able to break on a narrow phone. */
const LONGEST = 14

/** Title text that breaks between words but not at hyphens: 'K-POP', 'e-mail'. */
export function WholeWords({ text }: { text: ReactNode }) {
  if (typeof text !== 'string') return text
  return text.split(/(\S+-\S+)/).map((part, index) => {
    const whole = index % 2 === 1 && part.length <= LONGEST
    const key = `${index} ${part}`
    return whole ? (
      <span key={key} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
}
