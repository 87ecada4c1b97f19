import { useRouterState } from '@tanstack/react-router'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { SignInLink } from '#web/SignInLink.tsx'
import type { ButtonSize } from '#web/ui/buttonLook.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** For a visitor, in the place of what only members can press: to sign in or to create an account, and back to this very page. */
export function WaysIn({ size }: { size?: ButtonSize }) {
  const { toSignUp } = useTexts(words)
  const next = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).href })
  return (
    <>
      <SignInLink size={size} />
      <LinkButton to="/register" state={{ next }} size={size}>
        {toSignUp}
      </LinkButton>
    </>
  )
}
