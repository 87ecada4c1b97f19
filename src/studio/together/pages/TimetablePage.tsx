import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDown } from 'lucide-react'
import { useChoice } from '#web/useChoice.ts'
import { AvailableCourses } from '#studio/courses/parts/AvailableCourses.tsx'
import { Catalogue } from '#studio/memberships/parts/Catalogue.tsx'
import { UpcomingClasses } from '#studio/registrations/parts/UpcomingClasses.tsx'
import { Waiting } from '#studio/waiting/parts/Waiting.tsx'
import { useTexts } from '#web/language.tsx'
import { useMay, useMe } from '#web/me.ts'
import { WaysIn } from '#web/WaysIn.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { texts } from '../messages.ts'

/** Classes on the left, courses on the right. People who are not members yet see the memberships as well. */
export function TimetablePage() {
  const t = useTexts(texts)
  const [view, choose] = useChoice(useSearch({ from: '/classes' }))
  const navigate = useNavigate()
  const visitor = useMe().kind === 'visitor'
  const member = useMay('see')
  return (
    <Page width="wide" close>
      <PageHeader
        lowOnPhone="wholeWords"
        title={member ? t.upcomingClasses : t.classes}
        actions={<Jumps memberships={!member} />}
      />
      {visitor && <WhatFor />}
      <div className="grid items-start gap-x-8 gap-y-12 xl:grid-cols-[minmax(0,1fr)_22rem] 2xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div id="classes" className="min-w-0 scroll-mt-24">
          <Waiting kind="class">
            {(waiting) => (
              <UpcomingClasses
                view={view}
                onView={(next) =>
                  choose(next, () => navigate({ to: '/classes', search: next, replace: true, resetScroll: false }))
                }
                waiting={waiting}
              />
            )}
          </Waiting>
        </div>
        <div id="courses" className="min-w-0 scroll-mt-24">
          <Waiting kind="course">{(waiting) => <AvailableCourses waiting={waiting} />}</Waiting>
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

/** Tells visitors what to do before they can register: one line on a phone, so that the list is near. */
function WhatFor() {
  const t = useTexts(texts)
  return (
    <div className="flex flex-wrap items-center gap-2 sm:-mt-4 sm:gap-3">
      <p className="text-muted max-sm:text-sm sm:mr-2 sm:text-lg">
        <span className="max-sm:hidden">{t.visitorHint}</span>
        <span className="sm:hidden">{t.toTakeAPlace}</span>
      </p>
      <WaysIn size="small" />
    </div>
  )
}

/** Links within the page: if the columns are stacked, courses are far down. */
function Jumps({ memberships }: { memberships: boolean }) {
  const t = useTexts(texts)
  const targets = [
    { hash: 'courses', text: t.toCourses },
    ...(memberships ? [{ hash: 'memberships', text: t.toMemberships }] : []),
  ]
  return (
    <nav aria-label={t.onThisPage} className="-mr-2 flex flex-wrap justify-end gap-x-1 max-sm:*:px-2 xl:hidden">
      {targets.map(({ hash, text }) => (
        <LinkButton key={hash} to="/classes" search hash={hash} replace size="small" variant="quiet">
          {text}
          <ArrowDown aria-hidden="true" className="size-4" />
        </LinkButton>
      ))}
    </nav>
  )
}
