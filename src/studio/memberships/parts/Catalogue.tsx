import { DeskLink } from '#web/DeskLink.tsx'
import { PayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { CardGrid } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { memberships } from '../calls.ts'
import { texts } from '../messages.ts'
import { bestValue, listed, type Show } from '../rules.ts'
import { MembershipCard } from './MembershipCard.tsx'
import { useStudio } from '#web/studio.tsx'

/** Memberships for sale, each with a Buy button; `show` filters. The caller renders the heading. */
export function Catalogue(props: { show?: Show }) {
  const { show } = props
  const t = useTexts(texts)
  const { classCategories } = useStudio()
  return (
    <LiveAnswer query={memberships.catalogue} input={{}} shape="cards" count={6} failed={t.loadFailed}>
      {(catalogue) => {
        const items = listed(catalogue, show, classCategories)
        const best = bestValue(items)
        return (
          <>
            <p role="status" className="sr-only">
              {t.shown(items.length)}
            </p>
            {items.length > 0 && <PayFirst />}
            {items.length === 0 ? (
              <EmptyState text={t.none} action={<DeskLink to="/admin/create-membership" />} />
            ) : (
              <CardGrid label={t.title}>
                {items.map((membership) => (
                  <MembershipCard key={membership.id} membership={membership} best={membership.id === best} />
                ))}
              </CardGrid>
            )}
          </>
        )
      }}
    </LiveAnswer>
  )
}
