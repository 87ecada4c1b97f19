import { Check } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { texts } from '../messages.ts'
import { absenceTexts } from '../messages/absences.ts'

interface FamilyNames {
  readonly includedNames?: readonly string[]
  readonly awayNames?: readonly string[]
}

/** Who of a family comes without a registration, and who does not come. */
export function Family({ includedNames = [], awayNames = [] }: FamilyNames) {
  const t = useTexts(absenceTexts)
  return (
    <>
      {includedNames.length > 0 && (
        <Badge tone="good" wraps>
          {t.includedWho(includedNames.join(', '))}
        </Badge>
      )}
      {awayNames.length > 0 && <Badge wraps>{t.awayWho(awayNames.join(', '))}</Badge>}
    </>
  )
}

export function Registered({ names }: { names?: readonly string[] | undefined }) {
  const { registered } = useTexts(texts)
  return (
    <Badge tone="good" wraps>
      <Check aria-hidden="true" className="size-3.5 shrink-0" />
      {names ? `${registered}: ${names.join(', ')}` : registered}
    </Badge>
  )
}
