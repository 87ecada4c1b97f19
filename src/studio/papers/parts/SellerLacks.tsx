import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import type { SellerData } from '../contract.ts'
import { texts } from '../messages.ts'

const sections = { registryCode: 'payments', address: 'studio' } as const

/** Warns that an invoice would lack data of the studio, as its content can't change later. */
export function SellerLacks({ lacks }: { lacks: readonly SellerData[] }) {
  const t = useTexts(texts)
  const admin = useMay('manageSettings')
  const [first] = lacks
  if (first === undefined) return null
  return (
    <Alert
      kind="warning"
      action={
        admin && (
          <LinkButton to="/admin/settings" hash={sections[first]} size="small">
            {t.toSettings}
          </LinkButton>
        )
      }
    >
      {[...lacks.map((name) => t.sellerLacks[name]), t.staysWithout].join(' ')}
    </Alert>
  )
}
