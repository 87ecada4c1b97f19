import type { ReactNode } from 'react'
import type { Anywhere } from '#web/navigation/places.ts'
import { useLink, type LinkProps } from '#web/navigation/useLink.ts'
import { buttonLook, type ButtonSize, type ButtonVariant } from './buttonLook.ts'
import { classes } from './classes.ts'

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
  icon?: ReactNode
}

/** A link to a page of the application that looks like a button. */
export function LinkButton<To extends Anywhere>(props: LinkProps<To> & Look) {
  const { variant, size, wide, icon, children, ...anchor } = useLink(props)
  return (
    <a {...anchor} className={buttonLook({ variant, size, wide })}>
      {icon}
      {children}
    </a>
  )
}

// the padding is for the finger: in a line of text it moves nothing
const textLook =
  'rounded-sm py-3.25 font-semibold text-brand underline decoration-brand/40 decoration-2 underline-offset-4 transition-colors hover:text-brand-strong hover:decoration-current'

/** A link to a page of the application within a text. */
export function TextLink<To extends Anywhere>(props: LinkProps<To>) {
  const { className, ...anchor } = useLink(props)
  return <a {...anchor} className={classes(textLook, className)} />
}

/** A link that leaves the application (`href`), or starts an e-mail. */
export function OutsideLink(props: { href: string; children: ReactNode; newTab?: boolean }) {
  return (
    <a href={props.href} className={textLook} {...(props.newTab ? { target: '_blank', rel: 'noreferrer' } : {})}>
      {props.children}
    </a>
  )
}
