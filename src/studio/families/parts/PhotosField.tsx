import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { toast } from '#web/ui/toast.ts'
import { families } from '../calls.ts'
import type { Dancer } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { askFor } from './useDancers.ts'

/** Whether pictures may be made of somebody: one's own answer, and what counts by whom since when; `named` among several. */
export function PhotosField({ dancer, named }: { dancer: Dancer; named: boolean }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { dayOfYear } = useFormats()
  const { run, pending } = useCommand(families.setPhotos)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { photos } = dancer
  const mine = photos?.mine ?? false
  // somebody else's 'no' stands, whatever is ticked here
  const other = photos !== null && !photos.allowed && mine
  const said = photos ? t.photosSaid(photos.allowed, photos.by, dayOfYear(photos.at)) : t.photosHint

  async function choose(allowed: boolean) {
    setChosen(allowed)
    const outcome = await run({ allowed, ...askFor(dancer) })
    if (outcome && !outcome.ok) toast.problem(explain(outcome))
    setChosen(null)
  }

  return (
    <CheckboxField
      label={named ? `${t.photos}: ${dancer.displayName}` : t.photos}
      description={other ? `${said}. ${t.photosOfOthers}` : said}
      checked={chosen ?? mine}
      disabled={pending || !dancer.rights.canBook}
      onChange={(allowed) => void choose(allowed)}
    />
  )
}
