import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSavedChoice } from '#web/useChosen.ts'
import { families } from '../calls.ts'
import type { FamilyPerson } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { cannotSayPhotos } from '../rules/photos.ts'
import { askFor } from './usePeople.ts'

/** Photo consent of a person: the caller's own answer, and which answer counts, by whom and since when. */
export function PhotosField({ person, named }: { person: FamilyPerson; named: boolean }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { dayOfYear } = useFormats()
  const { run } = useCommand(families.setPhotos)
  const { photos } = person
  // without an own answer, the box shows what another guardian allowed: a press then says no
  const mine = photos?.mine ?? photos?.allowed ?? false
  const [shown, choose] = useSavedChoice(mine, (allowed) => run({ allowed, ...askFor(person) }))
  // somebody else's 'no' stands, whatever is ticked here
  const other = photos !== null && !photos.allowed && mine
  const refused = cannotSayPhotos(person.rights.canBook, photos?.mine ?? null)
  const hint = person.own ? t.photosHint : t.photosHintOf(person.displayName)
  const said = photos ? t.photosSaid(photos.allowed, photos.by, dayOfYear(photos.at)) : hint

  async function save(allowed: boolean) {
    const outcome = await choose(allowed)
    if (outcome && !outcome.ok) toast.problem(explain(outcome))
  }

  return (
    <CheckboxField
      label={named ? `${t.photos}: ${person.displayName}` : t.photos}
      description={[said, other && t.photosOfOthers, refused && explain({ code: refused })].filter(Boolean).join('. ')}
      checked={shown}
      disabled={refused !== null}
      onChange={(allowed) => void save(allowed)}
    />
  )
}
