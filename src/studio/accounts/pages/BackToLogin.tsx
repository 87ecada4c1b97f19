import { useTexts } from '#web/language.tsx'
import { useHistoryState } from '#web/useHistoryState.ts'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { texts } from '../messages/screens.ts'
import { FrameLinks } from '../parts/AccountFrame.tsx'

/** Link back to the sign-in screen, for people who remember their password. */
export function BackToLogin() {
  const { forgot } = useTexts(texts)
  const { email } = useHistoryState()
  return (
    <FrameLinks>
      <p>
        <TextLink to="/login" state={{ email }}>
          {forgot.backToLogin}
        </TextLink>
      </p>
    </FrameLinks>
  )
}
