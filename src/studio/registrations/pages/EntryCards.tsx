import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useNow, useStudio } from '#web/studio.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { participants } from '#studio/schedule/rules.ts'
import type { UpcomingEntry } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { usePlaceTexts } from '../parts/usePlaceTexts.ts'
import { cannotRegister } from '../rules.ts'

const anybody = { membershipCategory: null, registered: false }

/** A card per upcoming scheduled class; one that takes nobody any more says why. */
export function EntryCards(props: {
  entries: readonly UpcomingEntry[]
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  const t = useTexts(deskTexts)
  const explain = useRefusalText(refusals)
  const now = useNow()
  const { classCategories } = useStudio()
  const { when } = usePlaceTexts()
  return (
    <RadioCards
      label={t.class}
      value={props.chosen ?? null}
      onChange={props.onChoose}
      options={props.entries.map((entry) => {
        const why = cannotRegister(classCategories, entry, anybody, now)
        return {
          value: entry.id,
          title: entry.className,
          detail: when(entry),
          aside: (
            <>
              <span className="sr-only">{t.participants} </span>
              {participants(entry)}/{entry.maxParticipants}
            </>
          ),
          whyDisabled: why ? explain({ code: why }) : undefined,
        }
      })}
    />
  )
}
