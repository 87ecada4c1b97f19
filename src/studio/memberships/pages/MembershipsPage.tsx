import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChoice } from '#web/useChoice.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { texts } from '../messages.ts'
import { Catalogue } from '../parts/Catalogue.tsx'

/** /memberships: the catalogue; its filter is stored in the URL. */
export function MembershipsPage() {
  const [{ show }, choose] = useChoice(useSearch({ from: '/memberships' }))
  const navigate = useNavigate()
  const t = useTexts(texts)
  const manages = useMay('manageMemberships')

  function filter(chosen: 'all' | 'fitness' | 'other') {
    const next = chosen === 'all' ? undefined : chosen
    const search = { show: next }
    choose(search, () => navigate({ to: '/memberships', search, replace: true, resetScroll: false }))
  }

  return (
    <Page width="wide">
      <PageHeader
        title={t.title}
        subtitle={t.subtitle}
        actions={
          manages && (
            <LinkButton to="/admin/manage-memberships" size="small">
              {t.toManage}
            </LinkButton>
          )
        }
      />
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
