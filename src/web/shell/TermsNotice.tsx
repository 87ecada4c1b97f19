import { useMatch } from '@tanstack/react-router'
import { mustAccept } from '#studio/accounts/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useMay, useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { shellTexts } from './messages.ts'

/** For who has not accepted the studio's terms as they stand: without it one can't book or buy. */
export function TermsNotice() {
  const texts = useTexts(shellTexts)
  const { terms } = useStudio()
  const { acceptedTerms } = useMe()
  const asked = useMay('book') && mustAccept(terms, acceptedTerms)
  const atTerms = useMatch({ from: '/terms', shouldThrow: false }) !== undefined
  return (
    asked &&
    !atTerms && (
      <p role="status" className="bg-info-soft px-4 py-2 text-center text-sm font-semibold text-info">
        <span className="mr-3">{texts.termsNotice}</span>
        <TextLink to="/terms">{texts.termsLink}</TextLink>
      </p>
    )
  )
}
