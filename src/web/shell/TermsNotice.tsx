import { useMatch, useRouterState } from '@tanstack/react-router'
import { useMustAccept } from '#studio/accounts/parts/useTermsFirst.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { shellTexts } from './messages.ts'

/**
 * For people who have not accepted the current terms of the studio, without which they can't book or buy. Staff, who
 * seldom do, find it on their account page.
 */
export function TermsNotice() {
  const texts = useTexts(shellTexts)
  const mustAccept = useMustAccept()
  const mayBook = useMay('book')
  const staff = useMay('seeDesk')
  const next = useRouterState({ select: ({ location }) => location.href })
  const atTerms = useMatch({ from: '/terms', shouldThrow: false }) !== undefined
  const atAccount = useMatch({ from: '/account', shouldThrow: false }) !== undefined
  const isPlace = staff ? atAccount : !atTerms
  return (
    mustAccept &&
    mayBook &&
    isPlace && (
      <p role="status" className="bg-info-soft px-4 py-2 text-center text-sm font-semibold text-info">
        <span className="mr-3">{texts.termsNotice}</span>
        <TextLink to="/terms" state={{ next }}>
          {texts.termsLink}
        </TextLink>
      </p>
    )
  )
}
