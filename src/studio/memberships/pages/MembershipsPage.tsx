import { useTexts } from '#web/language.tsx'
import { useNavigate, useSearch } from '#web/navigation/useRouter.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { texts } from '../messages.ts'
import { Catalogue } from '../parts/Catalogue.tsx'

/** /memberships: the catalogue with its filter, which lives in the address. */
export function MembershipsPage() {
  const { show } = useSearch('/memberships')
  const navigate = useNavigate()
  const t = useTexts(texts)

  function filter(chosen: 'all' | 'fitness' | 'other') {
    const next = chosen === 'all' ? undefined : chosen
    void navigate({ to: '/memberships', search: { show: next }, replace: true, resetScroll: false })
  }

  return (
    <Page width="wide">
      <PageHeader title={t.title} subtitle={t.subtitle} />
      <Section
        title={t.forSale}
        actions={
          <SegmentedControl
            label={t.filter}
            hideLabel
            value={show ?? 'all'}
            onChange={filter}
            options={[
              { value: 'all', label: t.all },
              { value: 'fitness', label: t.fitnessOnly },
              { value: 'other', label: t.excludeFitness },
            ]}
          />
        }
      >
        <Catalogue show={show} />
      </Section>
    </Page>
  )
}
