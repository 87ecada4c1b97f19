import { useTexts } from '#web/language.tsx'
import { useLives } from '#web/live/useLives.ts'
import { useMay } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { families } from '../calls.ts'
import { invitationTexts } from '../messages/invitation.ts'

/** What one is asked at one's own address, with the way to answer; nothing where one is asked nothing. */
export function ReceivedInvitations() {
  const t = useTexts(invitationTexts)
  const asks = useStudio().features.includes('families')
  const own = useMay('ownAccount')
  const [live] = useLives(families.received, asks && own ? [{}] : [])
  if (live?.state !== 'ready') return null
  return live.answer.map(({ id, kind, by, names }) => {
    const who = by === '' ? t.theStudio : by
    return (
      <Alert
        key={id}
        kind="info"
        action={
          <LinkButton to="/family-invitation" search={{ of: id }} size="small">
            {t.look}
          </LinkButton>
        }
      >
        {kind === 'child' ? t.receivedChild(who) : t.receivedGuardian(who, names.join(', '))}
      </Alert>
    )
  })
}
