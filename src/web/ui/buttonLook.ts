import { classes } from './classes.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

const base =
  'inline-flex items-center justify-center gap-2 rounded-full border font-semibold no-underline select-none transition-[background-color,border-color,color,transform,box-shadow] duration-150 ease-step active:scale-[0.98] print:hidden'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border-line-strong bg-surface text-ink hover:border-brand hover:bg-brand-soft hover:text-brand-strong',
  quiet: 'border-transparent bg-transparent text-brand hover:bg-brand-soft hover:text-brand-strong',
  danger: 'border-danger bg-surface text-danger hover:bg-danger hover:text-on-danger',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-control px-4 py-1.5 text-sm max-sm:px-3.5',
  medium: 'min-h-control px-5 py-1.5 text-base',
  large: 'min-h-13 px-7 text-lg',
}

// quiet and at the left edge: its text is aligned with the text above
const flushed = {
  always: { small: '-ml-4 max-sm:-ml-3.5', medium: '-ml-5', large: '-ml-7' },
  onPhone: { small: 'max-sm:-ml-3.5', medium: 'max-sm:-ml-5', large: 'max-sm:-ml-7' },
}

// dashed edge without a fill: visibly unavailable, and still readable
const unavailable =
  'border-dashed border-line-strong bg-sunken text-muted hover:border-line-strong hover:bg-sunken hover:text-muted active:scale-100'

// a button without an edge gets none here either, and stays in its column
const unavailableWord = 'border-transparent bg-transparent text-muted active:scale-100'

// unavailable until the reader does something, such as signing in: a soft fill, between available and unavailable
const inviting = 'border-brand/40 bg-brand-soft text-brand-strong hover:border-brand active:scale-100'

const without: Record<ButtonVariant, string> = {
  primary: unavailable,
  secondary: unavailable,
  quiet: unavailableWord,
  danger: unavailable,
}

/** The classes of a button, for a <button> or a link that looks like one. */
export function buttonLook(look: {
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
  unavailable?: boolean | 'inviting'
  square?: boolean
  /** Icon only on a phone; the text is still its accessible name. */
  roundOnPhone?: boolean
  /** For a quiet button at the left edge: always, or only on a phone, where it has a line to itself. */
  flush?: 'always' | 'onPhone'
}): string {
  const { variant = 'secondary', size = 'medium' } = look
  return classes(
    base,
    look.square ? 'size-11 shrink-0' : sizes[size],
    look.unavailable === 'inviting' ? inviting : look.unavailable ? without[variant] : variants[variant],
    look.wide && 'w-full',
    look.flush && flushed[look.flush][size],
    look.roundOnPhone && 'max-sm:size-11 max-sm:shrink-0 max-sm:p-0',
  )
}
