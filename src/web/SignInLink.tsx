import { useRouterState } from '@tanstack/react-router'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import type { ButtonSize } from '#web/ui/buttonLook.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** For whoever is not signed in: there, and back to this very page. */
export function SignInLink({ size }: { size?: ButtonSize }) {
  const { toSignIn } = useTexts(words)
  // while another page is on its way this one is still there
  const next = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).href })
  if (useMe().kind !== 'visitor') return null
  return (
    <LinkButton to="/login" state={{ next }} variant="primary" size={size}>
      {toSignIn}
    </LinkButton>
  )
}
