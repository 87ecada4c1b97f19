import { UsersRound } from 'lucide-react'
import { classes } from './classes.ts'

/**
 * Places taken out of all: the numbers, and a bar that fills (red when overbooked). `label` says what is counted
 * ('Participants'): visible, as an icon where there is little room, or only in the column header.
 */
export function CapacityMeter(props: {
  label: string
  taken: number
  places: number
  show?: 'label' | 'icon' | undefined
  /** Only the numbers, within a line of text. */
  noBar?: boolean | undefined
  /** Beside the numbers, such as '2 left'. */
  note?: string | undefined
}) {
  const { taken, places, show } = props
  const share = places > 0 ? Math.min(1, taken / places) : 1
  const fill =
    taken > places ? 'fill-danger' : taken === places ? 'fill-coral' : share >= 0.8 ? 'fill-sun' : 'fill-brand'
  const numbers = (
    <span className="text-sm whitespace-nowrap max-[16rem]:whitespace-normal">
      {show === 'icon' && (
        <UsersRound aria-hidden="true" className="mr-1.5 inline size-4 align-text-bottom text-muted" />
      )}
      <span className={show === 'label' ? 'text-muted' : 'sr-only'}>{props.label} </span>
      <span className={classes('font-semibold tabular-nums', taken > places && 'text-danger')}>
        {props.noBar ? `${taken}/${places}` : `${taken} / ${places}`}
      </span>
      {/* a space too: copied and read aloud, the two numbers would be one */}
      {props.note && (
        <>
          {' '}
          <span className="ml-0.5 font-semibold text-warn">{props.note}</span>
        </>
      )}
    </span>
  )
  if (props.noBar) return numbers
  return (
    <span className="inline-flex min-w-24 flex-col gap-1">
      {numbers}
      <Bar share={share} fill={fill} />
    </span>
  )
}

/** What is left of something, with a bar that empties: brighter when few are left, coral at the last one. */
export function RestMeter({ label, left, all }: { label: string; left: number; all: number }) {
  const share = all > 0 ? Math.max(0, Math.min(1, left / all)) : 0
  const fill = share === 1 ? 'fill-brand' : left === 1 ? 'fill-coral' : share <= 0.3 ? 'fill-sun' : 'fill-brand'
  return (
    <span className="inline-flex min-w-24 flex-col gap-1">
      <span className="text-sm font-semibold whitespace-nowrap tabular-nums">{label}</span>
      <Bar share={share} fill={fill} />
    </span>
  )
}

function Bar({ share, fill }: { share: number; fill: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 6" preserveAspectRatio="none" className="h-1.5 w-full rounded-full">
      <rect width="100" height="6" className="fill-line" />
      <rect width={share * 100} height="6" className={classes('transition-[width] duration-500', fill)} />
    </svg>
  )
}
