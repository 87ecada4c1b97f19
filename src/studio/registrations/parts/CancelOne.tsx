import { useState } from 'react'
import { WhoseDialog } from '#studio/families/parts/WhoseDialog.tsx'
import { useTexts } from '#web/language.tsx'
import { texts } from '../messages.ts'
import { CancelDialog } from './CancelDialog.tsx'
import type { PersonsPlace } from './familyRow.ts'

/** Cancels one of the family's places in a class; asks whose if there are several. */
export function CancelOne({ places, onClose }: { places: readonly PersonsPlace[]; onClose: () => void }) {
  const { cancelRegistration } = useTexts(texts)
  // fixed once chosen: when it is cancelled elsewhere, the dialog must not turn to the other child's place
  const [pressed, setChosen] = useState(places.length === 1 ? places[0] : undefined)
  const [first] = useState(places[0])
  // when all are cancelled elsewhere meanwhile, one of them says so
  const chosen = pressed ?? (places.length === 0 ? first : undefined)
  const placeOf = (personId: string) => places.find(({ person }) => person.personId === personId)
  if (chosen) {
    const place = placeOf(chosen.person.personId) ?? chosen
    return <CancelDialog place={place} person={place.person} onClose={onClose} />
  }
  return (
    <WhoseDialog
      title={cancelRegistration}
      people={places.map(({ person }) => person)}
      onChoose={({ personId }) => setChosen(placeOf(personId))}
      onClose={onClose}
    />
  )
}
