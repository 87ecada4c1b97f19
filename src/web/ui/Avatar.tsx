import { classes } from './classes.ts'
import { toneClass, type Tone } from './tones.ts'

const tones: readonly Tone[] = ['accent', 'info', 'good', 'warning', 'danger']

/** A person's initials on a colour of their own; decoration beside the name. */
export function Avatar(props: { name: string; size?: 'medium' | 'large' }) {
  const words = props.name.split(/\s+/).filter(Boolean)
  const initials = words.length > 1 ? [words[0], words.at(-1)] : words
  const sum = [...props.name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid shrink-0 place-items-center rounded-full font-display font-bold uppercase',
        props.size === 'large' ? 'size-16 text-xl' : 'size-9 text-sm',
        toneClass[tones[sum % tones.length] ?? 'accent'],
      )}
    >
      {initials.map((word) => [...(word ?? '')][0]).join('')}
    </span>
  )
}
