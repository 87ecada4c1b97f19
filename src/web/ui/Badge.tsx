import { useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { toneClass, type Tone } from './tones.ts'
import { useHandOver } from './useHandOver.ts'

/**
 * A short state or category. With `onPress` it is a button. One that names people `wraps` where even a whole line is too
 * narrow; else it asks for its full width.
 */
export function Badge(props: { tone?: Tone; children: ReactNode; onPress?: () => void; wraps?: boolean }) {
  const { tone = 'neutral' } = props
  const look = classes(
    'inline-flex min-h-7 items-center gap-1.5 px-2.5 text-xs font-semibold',
    props.wraps
      ? 'w-max max-w-full rounded-2xl py-1'
      : 'rounded-full whitespace-nowrap max-[18rem]:rounded-2xl max-[18rem]:whitespace-normal',
    toneClass[tone],
  )
  if (!props.onPress) return <span className={look}>{props.children}</span>
  return (
    <BadgeButton onPress={props.onPress}>
      <span className={classes(look, 'px-3 inset-ring inset-ring-current group-hover:underline')}>
        {props.children}
      </span>
    </BadgeButton>
  )
}

/** The target is 44 px high although the badge is lower. */
function BadgeButton(props: { onPress: () => void; children: ReactNode }) {
  const ref = useRef<HTMLButtonElement>(null)
  useHandOver(ref)
  return (
    <button
      ref={ref}
      type="button"
      onClick={props.onPress}
      className="group inline-flex min-h-control items-center rounded-full"
    >
      {props.children}
    </button>
  )
}
