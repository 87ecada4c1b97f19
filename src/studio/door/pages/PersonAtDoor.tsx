import { Check, X } from 'lucide-react'
import { useRef } from 'react'
import { euros } from '#kernel/money.ts'
import { PhotosIcon } from '#studio/families/parts/ListedFacts.tsx'
import { useTexts } from '#web/language.tsx'
import { classes } from '#web/ui/classes.ts'
import type { DoorRow, DoorWay } from '../contract.ts'
import { texts } from '../messages.ts'
import { TakeMoney } from './TakeMoney.tsx'

/** A trembling finger is one tap, as the second one would change the mark. */
const TREMBLE = 300

const looks = {
  attended: 'border-good bg-good text-canvas',
  'no-show': 'border-danger bg-danger text-on-danger',
  unmarked: 'border-line-strong bg-surface',
} as const

/** A row of 64 px, all of it one button: attended, no-show, cleared. */
export function PersonAtDoor(props: { row: DoorRow; onTap: () => void; onTake: (way: DoorWay) => void }) {
  const { row, onTap } = props
  const t = useTexts(texts)
  const tapped = useRef(0)
  const mark = row.attendance ?? 'unmarked'
  const how = row.membershipName ?? t.methods[row.method]
  function tap() {
    const now = Date.now()
    if (now - tapped.current < TREMBLE) return
    tapped.current = now
    onTap()
  }
  return (
    <li className="flex items-stretch">
      <button
        type="button"
        onClick={tap}
        className="flex min-h-16 min-w-0 flex-1 touch-manipulation items-center gap-3 px-3 text-left select-none active:bg-sunken"
      >
        <span
          aria-hidden="true"
          className={classes('grid size-11 shrink-0 place-items-center rounded-full border-2', looks[mark])}
        >
          {mark === 'attended' && <Check className="size-6" strokeWidth={3} />}
          {mark === 'no-show' && <X className="size-6" strokeWidth={3} />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span aria-hidden="true" className="truncate font-semibold">
              {row.name}
            </span>
            <span className="sr-only">
              {row.name}, {t[mark]},
            </span>
            {row.age !== null && <span className="shrink-0 text-sm text-muted">{t.years(row.age)}</span>}
            <PhotosIcon photos={row.photos} />
          </span>
          <span className="flex items-baseline gap-2 text-sm">
            {row.owes && (
              <span className="shrink-0 font-semibold whitespace-nowrap text-danger">
                {t.owes(euros(row.owes.cents))}
              </span>
            )}
            <span className="truncate text-muted">{how}</span>
          </span>
        </span>
      </button>
      {row.owes && (
        <span className="flex items-center pr-3">
          <TakeMoney name={row.name} cents={row.owes.cents} onTake={props.onTake} />
        </span>
      )}
    </li>
  )
}
