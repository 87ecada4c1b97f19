import { may } from '#studio/accounts/rules.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useMe } from '#web/me.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { ownerTexts } from './ownerMessages.ts'

/** For the owner of a studio without an admin: the next step to its first admin. */
export function FirstAdmin() {
  const t = useTexts(ownerTexts)
  const { toSignUp } = useTexts(words)
  const { kind, email } = useMe()
  if (may(kind, 'manageSettings')) return null
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 sm:px-6">
      <Alert
        kind="info"
        title={t.noAdmin}
        action={
          kind === 'visitor' && (
            <LinkButton to="/register" size="small">
              {toSignUp}
            </LinkButton>
          )
        }
      >
        {kind === 'visitor' && <p>{t.signUpFirst}</p>}
        {kind === 'unverified' && <p>{t.verifyThen}</p>}
        {email !== null && (
          <>
            <p>{t.runThis}</p>
            <p>
              <code className="font-mono text-sm font-semibold break-all select-all">{`npm run role -- ${email} admin`}</code>
            </p>
          </>
        )}
      </Alert>
    </div>
  )
}
