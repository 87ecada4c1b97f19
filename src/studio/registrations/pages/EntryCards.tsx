import { UsersRound } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { participants } from '#studio/schedule/rules.ts'
import type { UpcomingEntry } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskRefusals, deskTexts } from '../messages/desk.ts'
import { useHeld } from '../parts/useHeld.ts'
import { usePlaceTexts } from '../parts/usePlaceTexts.ts'
import { cannotRegister } from '../rules.ts'

const anybody = { membershipCategory: null, registered: false }

/** A card for each upcoming class, by day; a class that can't be chosen says why. */
export function EntryCards(props: {
  entries: readonly UpcomingEntry[]
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  const t = useTexts(deskTexts)
  const explain = useRefusalText(deskRefusals, refusals)
  const now = useNow()
  const { classCategories } = useStudio()
  const formats = useFormats()
  const { dayOf, nearDay } = usePlaceTexts()
  const heldOf = useHeld()
  return (
    <RadioCards
      label={t.class}
      hideLabel
      value={props.chosen ?? null}
      onChange={props.onChoose}
      options={props.entries.map((entry) => {
        const why = cannotRegister(classCategories, entry, anybody, now)
        const held = heldOf(entry.id)
        const day = formats.weekdayAndDay(entry.startsAt)
        return {
          group: [nearDay(dayOf(entry.startsAt)), day].filter(Boolean).join(', '),
          value: entry.id,
          title: entry.className,
          detail: (
            <>
              <span className="sr-only">{day} </span>
              {formats.times(entry.startsAt, entry.endsAt)}
            </>
          ),
          aside: (
            <>
              <UsersRound aria-hidden="true" className="mr-1.5 inline size-4 align-text-bottom text-muted" />
              <span className="sr-only">{t.participants} </span>
              {participants(entry)}/{entry.maxParticipants}
              {held && <span className="ml-1.5 whitespace-nowrap text-warn">{held.short}</span>}
            </>
          ),
          whyDisabled: why ? (why === 'classFull' && held?.whyFull) || explain({ code: why }) : undefined,
        }
      })}
    />
  )
}
