import { Fragment, type ReactNode } from 'react'

/** Longer ones have to break somewhere on a narrow phone. */
const LONGEST = 14

/** A title that breaks between words, and not at the hyphen of one: 'K-POP', 'e-mail'. */
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
