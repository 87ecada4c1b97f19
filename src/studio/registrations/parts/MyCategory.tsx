import { membershipCategoryNames } from '#studio/accounts/messages.ts'
import type { MembershipCategory } from '#studio/accounts/rules.ts'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useNow } from '#web/studio.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'
import { registrations } from '../contract.ts'
import { texts } from '../messages.ts'
import { DASHBOARD_WEEKS } from '../rules.ts'
import { nextIncluded } from './classList.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'

/** The dashboard's membership category, and the next class that it takes one into. */
export function MyCategory() {
  const t = useTexts(texts)
  const { notSet } = useTexts(words)
  const names = useTexts(membershipCategoryNames)
  const { membershipCategory } = useMe()
  return (
    <Section title={t.membershipCategory}>
      <Card>
        <p className="font-display text-lg font-bold">{membershipCategory ? names[membershipCategory] : notSet}</p>
        {membershipCategory === null && <p className="text-sm text-muted">{t.notSetHint}</p>}
        {membershipCategory === 'Cover' && <p className="text-sm text-muted">{t.coverHint}</p>}
        {membershipCategory !== null && membershipCategory !== 'Cover' && <Next category={membershipCategory} />}
      </Card>
    </Section>
  )
}

function Next({ category }: { category: MembershipCategory }) {
  const t = useTexts(texts)
  const now = useNow()
  const { when } = usePlaceTexts()
  const live = useLive(registrations.upcoming, { weeks: DASHBOARD_WEEKS })
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-sm font-semibold text-muted">{t.nextIncluded}</h3>
      <LiveContent
        live={live}
        retry={() => retryLive(registrations.upcoming, { weeks: DASHBOARD_WEEKS })}
        shape="text"
        count={2}
      >
        {({ entries }) => {
          const next = nextIncluded(entries, category, now)
          if (!next) return <p>{t.noNextIncluded(DASHBOARD_WEEKS)}</p>
          return (
            <p className="flex flex-col">
              <span className="font-semibold">{next.className}</span>
              <span className="text-muted">{when(next)}</span>
            </p>
          )
        }}
      </LiveContent>
    </div>
  )
}
