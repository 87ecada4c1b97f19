import { setUpTexts } from '#studio/settings/messages/setUp.ts'
import type { Sections } from '#studio/settings/rules.ts'
import { useTexts } from '#web/language.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Dismiss } from './Dismiss.tsx'

/** Leads an admin of a new studio to the set-up, until that is finished or dismissed. */
export function SetUpCard({ saved }: { saved: Sections['setUp'] }) {
  const t = useTexts(setUpTexts)
  const begun = saved.named || saved.categories || saved.shared
  return (
    <Card as="section" label={t.cardTitle} tone="accent">
      <div>
        <h2 className="text-xl">{t.cardTitle}</h2>
        <p>{begun ? t.begunHint : t.cardHint}</p>
      </div>
      <Cluster>
        <LinkButton to="/admin/set-up" variant="primary">
          {begun ? t.goOn : t.begin}
        </LinkButton>
        <Dismiss saved={saved} />
      </Cluster>
    </Card>
  )
}
