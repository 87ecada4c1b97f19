import { useTexts } from '#web/language.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { ownerTexts } from './ownerMessages.ts'

/** For staff without two-step sign-in in a studio that requires it: the desk stays closed to them until then. */
export function SecondStepNotice() {
  const t = useTexts(ownerTexts)
  return (
    <p role="status" className="bg-info-soft px-4 py-2 text-center text-sm font-semibold text-info">
      <span className="mr-3">{t.secondStep}</span>
      <TextLink to="/account" hash="signing-in">
        {t.setUp}
      </TextLink>
    </p>
  )
}
