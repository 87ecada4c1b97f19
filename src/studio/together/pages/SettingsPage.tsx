import type { ReactNode } from 'react'
import { settings } from '#studio/settings/calls.ts'
import { movingTitle } from '#studio/moving/messages/title.ts'
import { texts } from '#studio/settings/messages.ts'
import { setUpTexts } from '#studio/settings/messages/setUp.ts'
import { FeaturesSection } from '#studio/settings/parts/FeaturesSection.tsx'
import { NoticesSection } from '#studio/settings/parts/NoticesSection.tsx'
import { PaymentsSection } from '#studio/settings/parts/PaymentsSection.tsx'
import { EmbedSection } from '#studio/settings/parts/EmbedSection.tsx'
import { RegistrationSection } from '#studio/settings/parts/RegistrationSection.tsx'
import { StudioSection } from '#studio/settings/parts/StudioSection.tsx'
import { TermsSection } from '#studio/settings/parts/TermsSection.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { Categories } from './Categories.tsx'
import { ClosedDaysSection } from './ClosedDaysSection.tsx'
import { Rooms } from './Rooms.tsx'
import { Sections } from './sections.tsx'

/**
 * The studio's settings, in sections that are saved separately and have their own addresses: /admin/settings#payments.
 */
export function SettingsPage() {
  const t = useTexts(texts)
  const live = useSteady(useLive(settings.all, {}))
  const section = (id: keyof typeof t.names, content: ReactNode) => ({ id, title: t.names[id], content })
  return (
    <Page>
      <PageHeader
        title={t.title}
        subtitle={t.subtitle}
        actions={
          <>
            <LinkButton to="/admin/import" size="small">
              {useTexts(movingTitle).title}
            </LinkButton>
            <LinkButton to="/admin/set-up" size="small">
              {useTexts(setUpTexts).title}
            </LinkButton>
          </>
        }
      />
      <LiveContent live={live} retry={() => retryLive(settings.all, {})} shape="cards" count={2} failed={t.loadFailed}>
        {(all) => (
          <Sections
            page="settings"
            label={t.sections}
            sections={[
              section('studio', <StudioSection saved={all.studio} />),
              section('payments', <PaymentsSection saved={all.payments} />),
              section('categories', <Categories />),
              ...(all.features.rooms ? [section('rooms', <Rooms />)] : []),
              section('closedDays', <ClosedDaysSection />),
              section('registration', <RegistrationSection saved={all.registration} />),
              section('notices', <NoticesSection saved={all.notices} />),
              section('terms', <TermsSection />),
              ...(all.features.embed ? [section('embed', <EmbedSection saved={all.embed} />)] : []),
              ...(all.built.length > 0
                ? [section('features', <FeaturesSection saved={all.features} built={all.built} />)]
                : []),
            ]}
          />
        )}
      </LiveContent>
    </Page>
  )
}
