import { useTexts } from '#web/language.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { texts } from '../messages/screens.ts'
import { FrameLinks } from '../parts/AccountFrame.tsx'

/** For whoever remembers the password after all. */
export function BackToLogin() {
  const { forgot } = useTexts(texts)
  return (
    <FrameLinks>
      <p>
        <TextLink to="/login">{forgot.backToLogin}</TextLink>
      </p>
    </FrameLinks>
  )
}
