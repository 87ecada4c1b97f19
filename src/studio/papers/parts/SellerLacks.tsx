import type { Sections } from '#studio/settings/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { LinkButton, OutsideLink } from '#web/ui/LinkButton.tsx'
import { texts } from '../messages.ts'
import { lacking, type SellerData } from '../rules.ts'

const sections = { registryCode: 'payments', address: 'studio' } as const

/** Warns staff that an invoice would lack data of the studio, as its content can't change later. */
export function SellerLacks({ lacks, title }: { lacks: readonly SellerData[]; title?: string }) {
  const t = useTexts(texts)
  const admin = useMay('manageSettings')
  const [first] = lacks
  if (first === undefined) return null
  return (
    <Alert
      kind="warning"
      title={title}
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

/** The same for the payer, who can only ask. */
export function StudioLacks({ lacks }: { lacks: readonly SellerData[] }) {
  const t = useTexts(texts)
  const { supportEmail } = useStudio()
  if (lacks.length === 0) return null
  return (
    <Alert kind="warning">
      {[...lacks.map((name) => t.studioLacks[name]), t.staysWithout, t.askStudio].join(' ')}{' '}
      <OutsideLink href={`mailto:${supportEmail}`}>{supportEmail}</OutsideLink>
    </Alert>
  )
}

/** Tells an admin which data is missing, before somebody makes an invoice without it. */
export function PapersLack({ saved }: { saved: Pick<Sections, 'studio' | 'payments'> }) {
  return <SellerLacks lacks={lacking(saved)} title={useTexts(texts).papersLack} />
}
