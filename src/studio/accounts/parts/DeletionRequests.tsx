import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { accounts } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'
import { fullName } from '../rules.ts'

/** People who asked to be deleted; shown above the users, since they may be on any page of that list. */
export function DeletionRequests() {
  const t = useTexts(deskTexts)
  const { dayOfYear } = useFormats()
  const live = useLive(accounts.deletionRequests, {})
  if (live.state !== 'ready' || live.answer.length === 0) return null
  return (
    <Alert kind="warning" title={t.deletionRequests}>
      <ul className="flex flex-col gap-x-6 sm:flex-row sm:flex-wrap">
        {live.answer.map((user) => (
          <li key={user.id}>
            <TextLink to="/admin/users/$id" params={{ id: user.id }}>
              {fullName(user)}
            </TextLink>
            , {t.askedOn(dayOfYear(user.askedAt))}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
