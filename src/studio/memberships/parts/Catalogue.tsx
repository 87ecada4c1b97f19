import { DeskLink } from '#web/DeskLink.tsx'
import { PayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { CardGrid } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { memberships } from '../calls.ts'
import { texts } from '../messages.ts'
import { listed, type Show } from './catalogue.ts'
import { MembershipCard } from './MembershipCard.tsx'
import { useStudio } from '#web/studio.tsx'

/** What is for sale, each with its Buy button; `show` filters. The page or section around it brings the heading. */
export function Catalogue(props: { show?: Show }) {
  const { show } = props
  const t = useTexts(texts)
  const { classCategories } = useStudio()
  return (
    <LiveAnswer query={memberships.catalogue} input={{}} shape="cards" count={6} failed={t.loadFailed}>
      {(catalogue) => {
        const items = listed(catalogue, show, classCategories)
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
                  <MembershipCard key={membership.id} membership={membership} />
                ))}
              </CardGrid>
            )}
          </>
        )
      }}
    </LiveAnswer>
  )
}
