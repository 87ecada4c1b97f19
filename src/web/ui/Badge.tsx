import { useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { toneClass, type Tone } from './tones.ts'
import { useHandOver } from './useHandOver.ts'

/** A short state or category. With `onPress` it is a button, named by `label` where its text says too little. */
export function Badge(props: { tone?: Tone; children: ReactNode; onPress?: () => void; label?: string }) {
  const { tone = 'neutral' } = props
  const look = classes(
    'inline-flex min-h-7 items-center gap-1.5 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap',
    toneClass[tone],
  )
  if (!props.onPress) return <span className={look}>{props.children}</span>
  return (
    <BadgeButton label={props.label} onPress={props.onPress}>
      <span className={classes(look, 'px-3 inset-ring inset-ring-current group-hover:underline')}>
        {props.children}
      </span>
    </BadgeButton>
  )
}

/** The target is 44 px high although the badge is lower. */
function BadgeButton(props: { label: string | undefined; onPress: () => void; children: ReactNode }) {
  const ref = useRef<HTMLButtonElement>(null)
  useHandOver(ref)
  return (
    <button
      ref={ref}
      type="button"
      aria-label={props.label}
      onClick={props.onPress}
      className="group inline-flex min-h-control items-center rounded-full"
    >
      {props.children}
    </button>
  )
}
