import { Check, X } from 'lucide-react'
import { useRef, useState, type MouseEvent } from 'react'
import { ContactsInClass } from '#studio/attendance/parts/PersonFacts.tsx'
import { listedTexts } from '#studio/families/messages/listed.ts'
import { PhotosIcon } from '#studio/families/parts/ListedFacts.tsx'
import { useTexts } from '#web/language.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFormats, useStudio } from '#web/studio.tsx'
import { classes } from '#web/ui/classes.ts'
import type { DoorRow, DoorWay } from '../contract.ts'
import { texts } from '../messages.ts'
import { sumOwed } from '../rules.ts'
import { TakeMoney } from './TakeMoney.tsx'

/** A second tap within this time (ms) is ignored: a trembling finger must not change the mark. */
export const TREMBLE = 300

const looks = {
  attended: 'border-good bg-good text-canvas',
  'no-show': 'border-danger bg-danger text-on-danger',
  unmarked: 'border-line-strong bg-surface',
} as const

interface Props {
  readonly scheduleId: string
  readonly row: DoorRow
  /** The list was scrolled to this row. */
  readonly sought: boolean
  readonly onTap: () => void
  readonly onTake: (way: DoorWay) => void
}

export const rowId = (userId: string) => `row-${userId}`

/** A row of 64 px, which is one button: attended, no-show, cleared. */
export function PersonAtDoor(props: Props) {
  const { row, onTap } = props
  const t = useTexts(texts)
  const { euros } = useFormats()
  // times of events count from the opening of the page, where a first tap may come at once
  const tapped = useRef(-Infinity)
  const mark = row.attendance ?? 'unmarked'
  const payments = row.owes ? 1 + row.alsoOwes.length : 0
  const how = payments > 1 ? t.payments(payments) : (row.owes?.other ?? row.membershipName ?? t.methods[row.method])
  // on a narrow phone an age and a sum leave no room beside the name
  const crowded = row.age !== null && row.owes !== null
  function tap({ timeStamp }: MouseEvent) {
    if (timeStamp - tapped.current < TREMBLE) return
    tapped.current = timeStamp
    onTap()
  }
  return (
    <div className="flex items-stretch max-[18rem]:flex-wrap">
      <button
        type="button"
        id={rowId(row.userId)}
        onClick={tap}
        className={classes(
          'flex min-h-16 min-w-0 flex-1 touch-manipulation max-[18rem]:basis-full items-center gap-3 px-3 py-2 text-left select-none active:bg-sunken',
          props.sought && 'bg-brand-soft',
        )}
      >
        <span
          aria-hidden="true"
          className={classes('grid size-11 shrink-0 place-items-center rounded-full border-2', looks[mark])}
        >
          {mark === 'attended' && <Check className="size-6" strokeWidth={3} />}
          {mark === 'no-show' && <X className="size-6" strokeWidth={3} />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="sr-only">
            {row.name}, {t[mark]},
          </span>
          <span className="line-clamp-2 wrap-anywhere max-[18rem]:line-clamp-none">
            <span aria-hidden="true" className="mr-1.5 font-semibold">
              {row.name}
            </span>
            {!crowded && <PhotosIcon photos={row.photos} />}
          </span>
          <span className={classes('flex items-baseline gap-x-2 text-sm', row.owes && 'flex-wrap')}>
            {row.owes && (
              <span className="shrink-0 font-semibold whitespace-nowrap text-danger">
                {t.owes(euros(sumOwed(row)))}
              </span>
            )}
            {crowded && <PhotosIcon photos={row.photos} />}
            <span
              className={classes('text-muted', row.owes ? 'wrap-anywhere' : 'truncate max-[18rem]:whitespace-normal')}
            >
              {how}
            </span>
          </span>
        </span>
      </button>
      {row.age !== null && <Age scheduleId={props.scheduleId} row={row} age={row.age} />}
      {row.owes && (
        <span className="flex items-center pr-3">
          <TakeMoney name={row.name} owes={row.owes} also={row.alsoOwes} onTake={props.onTake} />
        </span>
      )}
    </div>
  )
}

/** The empty row of a person who left while the list was open; as high as it was, since a name may need two lines. */
export function GoneFromDoor(props: Props) {
  const t = useTexts(texts)
  return (
    <div className="relative">
      <div inert className="invisible">
        <PersonAtDoor {...props} />
      </div>
      <p className="absolute inset-0 flex flex-col justify-center pr-3 pl-17 text-muted">
        <span className="truncate font-semibold">{props.row.name}</span>
        <span className="truncate text-sm">{t.gone}</span>
      </p>
    </div>
  )
}

/** A child's age; with the families feature, a tap shows guardians and phone numbers. */
function Age({ scheduleId, row, age }: { scheduleId: string; row: DoorRow; age: number }) {
  const t = useTexts(listedTexts)
  const { features } = useStudio()
  const [open, setOpen] = useState(false)
  return (
    <span className="flex min-w-12 items-center justify-center pr-2 text-sm text-muted sm:pr-3">
      {features.includes('families') ? (
        <button
          type="button"
          aria-label={t.guardiansOf(row.name, age)}
          onClick={() => setOpen(true)}
          className="flex min-h-11 min-w-12 items-center justify-center"
        >
          <span className="rounded-full border border-line-strong px-2 py-0.5">{t.years(age)}</span>
        </button>
      ) : (
        t.years(age)
      )}
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={t.title(row.name)} size="small">
          <ContactsInClass {...{ scheduleId, age }} userId={row.userId} name={row.name} />
        </Dialog>
      )}
    </span>
  )
}
