import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { texts } from '../messages.ts'

/** Tells an admin why payers are not offered bank transfer, and which setting is missing. */
export function NoBankAccount() {
  const t = useTexts(texts)
  const { bankAccount } = useStudio()
  const admin = useMay('confirmPayments')
  if (bankAccount || !admin) return null
  return (
    <Alert
      kind="warning"
      title={t.noBankAccount}
      action={
        <LinkButton to="/admin/settings" hash="payments" size="small">
          {t.toSettings}
        </LinkButton>
      }
    >
      {t.noBankAccountHint}
    </Alert>
  )
}
