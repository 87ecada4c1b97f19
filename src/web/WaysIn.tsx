import { useRouterState } from '@tanstack/react-router'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import type { ButtonSize } from '#web/ui/buttonLook.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/**
 * For a visitor, in place of what only members can press: links to sign in or create an account, both leading back
 * here.
 */
export function WaysIn({ size }: { size?: ButtonSize }) {
  const { toSignIn, toSignUp } = useTexts(words)
  // while the next page is loading, this one is still shown
  const next = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).href })
  return (
    <>
      <LinkButton to="/login" state={{ next }} variant="primary" size={size}>
        {toSignIn}
      </LinkButton>
      <LinkButton to="/register" state={{ next }} size={size}>
        {toSignUp}
      </LinkButton>
    </>
  )
}
