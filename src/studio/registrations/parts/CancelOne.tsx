import { useState } from 'react'
import { WhoseDialog } from '#studio/families/parts/WhoseDialog.tsx'
import { useTexts } from '#web/language.tsx'
import { texts } from '../messages.ts'
import { CancelDialog } from './CancelDialog.tsx'
import type { DancersPlace } from './familyRow.ts'

/** Cancels one of the family's places in a class; asks whose if there are several. */
export function CancelOne({ places, onClose }: { places: readonly DancersPlace[]; onClose: () => void }) {
  const { cancelRegistration } = useTexts(texts)
  const [chosen, setChosen] = useState<string | null>(null)
  const place = places.length === 1 ? places[0] : places.find(({ dancer }) => dancer.personId === chosen)
  if (place) return <CancelDialog place={place} dancer={place.dancer} onClose={onClose} />
  return (
    <WhoseDialog
      title={cancelRegistration}
      dancers={places.map(({ dancer }) => dancer)}
      onChoose={({ personId }) => setChosen(personId)}
      onClose={onClose}
    />
  )
}
