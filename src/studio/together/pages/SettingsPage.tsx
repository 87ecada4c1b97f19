import { type ReactNode } from 'react'
import { settings } from '#studio/settings/calls.ts'
import { movingTitle } from '#studio/moving/messages/title.ts'
import { RoomsSection } from '#studio/rooms/parts/RoomsSection.tsx'
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
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { Categories } from './Categories.tsx'
import { ClosedDaysSection } from './ClosedDaysSection.tsx'
import { OnThisPage } from './sections.tsx'

/** What the studio sets, each section by itself. */
export function SettingsPage() {
  const t = useTexts(texts)
  const live = useSteady(useLive(settings.all, {}))
  return (
    <Page>
      <PageHeader
        title={t.title}
        subtitle={t.subtitle}
        actions={
          <>
            <LinkButton to="/admin/import">{useTexts(movingTitle).title}</LinkButton>
            <LinkButton to="/admin/set-up">{useTexts(setUpTexts).title}</LinkButton>
          </>
        }
      />
      <LiveContent live={live} retry={() => retryLive(settings.all, {})} shape="cards" count={2} failed={t.loadFailed}>
        {(all) => (
          <div className="grid items-start gap-8 lg:grid-cols-[12rem_minmax(0,42rem)]">
            <OnThisPage
              label={t.sections}
              links={parts
                .filter((id) => (id !== 'features' || all.built.length > 0) && (!isSwitched(id) || all.features[id]))
                .map((id) => ({ id, title: t.names[id] }))}
            />
            <div className="flex min-w-0 flex-col gap-10">
              <Part id="studio">
                <StudioSection saved={all.studio} />
              </Part>
              <Part id="payments">
                <PaymentsSection saved={all.payments} />
              </Part>
              <Part id="categories">
                <Categories />
              </Part>
              {all.features.rooms && (
                <Part id="rooms">
                  <RoomsSection />
                </Part>
              )}
              <Part id="closedDays">
                <ClosedDaysSection />
              </Part>
              <Part id="registration">
                <RegistrationSection saved={all.registration} />
              </Part>
              <Part id="notices">
                <NoticesSection saved={all.notices} />
              </Part>
              <Part id="terms">
                <TermsSection />
              </Part>
              {all.features.embed && (
                <Part id="embed">
                  <EmbedSection saved={all.embed} />
                </Part>
              )}
              {all.built.length > 0 && (
                <Part id="features">
                  <FeaturesSection saved={all.features} built={all.built} />
                </Part>
              )}
            </div>
          </div>
        )}
      </LiveContent>
    </Page>
  )
}

const parts = [
  'studio',
  'payments',
  'categories',
  'rooms',
  'closedDays',
  'registration',
  'notices',
  'terms',
  'embed',
  'features',
] as const
type PartId = (typeof parts)[number]

/** Parts that stand and fall with their feature. */
const isSwitched = (id: PartId) => id === 'rooms' || id === 'embed'

/** A section under its own heading, with an address of its own: /admin/settings#payments. */
function Part({ id, children }: { id: PartId; children: ReactNode }) {
  const t = useTexts(texts)
  return (
    <div id={id} className="scroll-mt-24">
      <Section title={t.names[id]}>{children}</Section>
    </div>
  )
}
