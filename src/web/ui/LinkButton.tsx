import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { buttonLook, type ButtonSize, type ButtonVariant } from './buttonLook.ts'
import { classes } from './classes.ts'
import { WholeWords } from './WholeWords.tsx'

type Anchor = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** Icon only on a phone; the text is still its accessible name. */
  roundOnPhone?: boolean
  /** Icon only at every width. */
  round?: boolean
}

/** A link to a screen that looks like a button. */
export const LinkButton = createLink(
  ({ variant, size, icon, roundOnPhone = false, round = false, children, ...anchor }: Anchor & Look) => (
    <a {...anchor} className={buttonLook({ variant, size, roundOnPhone, square: round })}>
      {icon}
      {roundOnPhone || round ? <span className={round ? 'sr-only' : 'max-sm:sr-only'}>{children}</span> : children}
    </a>
  ),
)

// padding enlarges the tap target without moving the text around it
const textLook =
  'rounded-sm py-3.25 font-semibold text-brand underline decoration-brand/40 decoration-2 underline-offset-4 transition-colors hover:text-brand-strong hover:decoration-current'

/** A link to a screen within a text. */
export const TextLink = createLink(({ className, children, ...anchor }: Anchor) => (
  <a {...anchor} className={classes(textLook, className)}>
    <WholeWords text={children} />
  </a>
))

/** A name that links to the page of what it names, and looks like plain text. */
export const NameLink = createLink(({ className, children, ...anchor }: Anchor) => (
  <a
    {...anchor}
    className={classes(
      'rounded-sm py-3.25 text-ink decoration-brand/40 decoration-2 underline-offset-4 hover:underline',
      className,
    )}
  >
    <WholeWords text={children} />
  </a>
))

/** A link that leaves the application (`href`), or starts an e-mail. */
export function OutsideLink(props: { href: string; children: ReactNode }) {
  return (
    <a href={props.href} className={textLook}>
      {props.children}
    </a>
  )
}

/** A button within a text that looks like a link. */
export function TextButton(props: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={props.onPress} className={classes(textLook, '-my-3.25 inline-block')}>
      {props.children}
    </button>
  )
}
