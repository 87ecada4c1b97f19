import { useRouterState } from '@tanstack/react-router'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import type { ButtonSize } from '#web/ui/buttonLook.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** Link to the sign-in screen, which leads back to this page; for visitors. */
export function SignInLink({ size }: { size?: ButtonSize }) {
  const { toSignIn } = useTexts(words)
  // while the next page is loading, this one is still shown
  const next = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).href })
  if (useMe().kind !== 'visitor') return null
  return (
    <LinkButton to="/login" state={{ next }} variant="primary" size={size}>
      {toSignIn}
    </LinkButton>
  )
}
