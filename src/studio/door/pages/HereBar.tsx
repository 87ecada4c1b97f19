import { CheckCheck, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { mayTakeAll, TAKE_BACK_WITHIN } from '#studio/attendance/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useNow } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { DoorEntry, DoorRow } from '../contract.ts'
import { texts } from '../messages.ts'
import { tapAll } from '../parts/marks.ts'
import { LeadToLook, NotSent } from '../parts/NotSent.tsx'
import { useOutbox } from '../parts/useOutbox.ts'
import { TREMBLE } from './PersonAtDoor.tsx'

/** Up to this many people, no search field is needed. */
export const FEW = 8

interface Props {
  readonly entry: DoorEntry
  readonly accountId: string
  readonly rows: readonly DoorRow[]
  readonly typed: string
}

/** How many people are here, visible wherever the list is scrolled; marks all of them, and searches. */
export function HereBar(props: Props & { searchable: boolean; onTyped: (typed: string) => void }) {
  const { rows, typed, searchable, onTyped } = props
  const t = useTexts(texts)
  const { waiting } = useOutbox()
  const here = rows.filter(({ attendance }) => attendance === 'attended').length
  return (
    <div
      data-over-content
      className="sticky top-[4.0625rem] z-10 flex flex-col gap-2 rounded-card border border-line bg-surface px-3 py-2 shadow-card low:static"
    >
      <div className="flex min-h-12 items-center justify-between gap-2 max-[16rem]:flex-wrap [&>button]:shrink-0 [&>button]:whitespace-nowrap">
        <div>
          <p role="status" className="font-display text-2xl leading-7 font-bold whitespace-nowrap tabular-nums">
            <span aria-hidden="true">
              {here}/{rows.length}
            </span>
            <span className="sr-only">{t.here(here, rows.length)}</span>
          </p>
          <NotSent taps={waiting.length} otherwise={t.hereWord} />
        </div>
        <AllHere {...props} />
      </div>
      <div className="flex items-center gap-2 empty:hidden [&>button]:shrink-0 [&>div]:min-w-0 [&>div]:flex-1">
        {searchable && <SearchField label={t.find} placeholder={t.find} value={typed} onChange={onTyped} hideLabel />}
        <LeadToLook />
      </div>
    </div>
  )
}

/** Marks everyone without a mark; can be undone for a while. */
function AllHere({ entry, accountId, rows, typed }: Props) {
  const t = useTexts(texts)
  const now = useNow()
  const [undo, setUndo] = useState<(() => void) | null>(null)
  const pressedAt = useRef(0)
  useEffect(() => {
    if (!undo) return
    const timer = setTimeout(() => setUndo(null), TAKE_BACK_WITHIN)
    return () => clearTimeout(timer)
  }, [undo])
  if (undo) {
    return (
      <Button
        icon={<Undo2 aria-hidden="true" className="size-5" />}
        onPress={({ timeStamp, detail }) => {
          // the second half of a double tap on "All here", however long a slow phone took to draw this button
          if (detail > 0 && timeStamp - pressedAt.current < TREMBLE) return
          undo()
          setUndo(null)
        }}
      >
        {t.undo}
      </Button>
    )
  }
  const unmarked = rows.some(({ attendance }) => attendance === null)
  if (!unmarked || typed !== '') return null
  if (mayTakeAll(entry, now)) {
    return (
      <Button
        variant="primary"
        icon={<CheckCheck aria-hidden="true" className="size-5" />}
        onPress={({ timeStamp }) => {
          pressedAt.current = timeStamp
          const takeBack = tapAll({ accountId, entry }, rows, t)
          setUndo(() => takeBack)
        }}
      >
        {t.allHere}
      </Button>
    )
  }
  return entry.cancelledAt === null && <p className="text-right text-sm text-balance text-muted">{t.allHereLater}</p>
}
