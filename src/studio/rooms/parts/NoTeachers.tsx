import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { texts } from '../messages.ts'
import { haveTeachers } from '../rules.ts'

/** Tells whoever may switch features on why a class has no field for its teachers. */
export function NoTeachers() {
  const t = useTexts(texts)
  const { features } = useStudio()
  const maySwitch = useMay('manageSettings')
  if (haveTeachers(features) || !maySwitch) return null
  return (
    <p className="text-sm text-muted">
      {t.noTeachersHint}{' '}
      <TextLink to="/admin/settings" hash="features">
        {t.toFeatures}
      </TextLink>
    </p>
  )
}
