import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChoice } from '#web/useChoice.ts'
import { AvailableCourses } from '#studio/courses/parts/AvailableCourses.tsx'
import { Catalogue } from '#studio/memberships/parts/Catalogue.tsx'
import { UpcomingClasses } from '#studio/registrations/parts/UpcomingClasses.tsx'
import { useTexts } from '#web/language.tsx'
import { useMay, useMe } from '#web/me.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { texts } from '../messages.ts'

/** What one can come to: classes at the left, courses at the right. Who is not a member yet sees the memberships as well. */
export function TimetablePage() {
  const t = useTexts(texts)
  const [view, choose] = useChoice(useSearch({ from: '/classes' }))
  const navigate = useNavigate()
  const visitor = useMe().kind === 'visitor'
  const member = useMay('see')
  return (
    <Page width="wide">
      <PageHeader title={member ? t.upcomingClasses : t.classes} subtitle={visitor ? t.visitorHint : undefined} />
      <Jumps memberships={!member} />
      <div className="grid items-start gap-x-8 gap-y-12 xl:grid-cols-[minmax(0,1fr)_22rem] 2xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div id="classes" className="min-w-0 scroll-mt-24">
          <UpcomingClasses
            view={view}
            onView={(next) =>
              choose(next, () => navigate({ to: '/classes', search: next, replace: true, resetScroll: false }))
            }
          />
        </div>
        <div id="courses" className="min-w-0 scroll-mt-24">
          <AvailableCourses />
        </div>
      </div>
      {!member && (
        <div id="memberships" className="scroll-mt-24">
          <Section title={t.memberships}>
            <Catalogue />
          </Section>
        </div>
      )}
    </Page>
  )
}

/** Where the columns stand one under the other, courses are a long way down. */
function Jumps({ memberships }: { memberships: boolean }) {
  const t = useTexts(texts)
  const targets = [
    { hash: 'classes', text: t.toClasses },
    { hash: 'courses', text: t.toCourses },
    ...(memberships ? [{ hash: 'memberships', text: t.toMemberships }] : []),
  ]
  return (
    <nav aria-label={t.onThisPage} className="flex flex-wrap gap-2 xl:hidden">
      {targets.map(({ hash, text }) => (
        <LinkButton key={hash} to="/classes" search hash={hash} replace size="small">
          {text}
        </LinkButton>
      ))}
    </nav>
  )
}
