import { useRouterState } from '@tanstack/react-router'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { SignInLink } from '#web/SignInLink.tsx'
import type { ButtonSize } from '#web/ui/buttonLook.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/**
 * For a visitor, in place of what only members can press: links to sign in or create an account, both leading back
 * here.
 */
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
