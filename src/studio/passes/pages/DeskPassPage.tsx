import { useParams, useSearch } from '@tanstack/react-router'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { LinkButton, TextLink } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { passes } from '../calls.ts'
import { texts } from '../messages.ts'
import { DeskFreeze } from '../parts/FreezeCard.tsx'
import { PassBook } from '../parts/PassBook.tsx'
import { PassFacts } from '../parts/PassFacts.tsx'

/** Any person's pass, for staff. */
export function DeskPassPage() {
  const { id } = useParams({ from: '/admin/pass/$id' })
  const { page = 1 } = useSearch({ from: '/admin/pass/$id' })
  const t = useTexts(texts)
  const nameOf = useNameOf()
  return (
    <LiveAnswer query={passes.bookOf} input={{ id, page }} failed={t.loadFailed} steady>
      {(found) =>
        found === null ? (
          <NoPass />
        ) : (
          <Page>
            <PageHeader
              title={found.pass.membershipName}
              subtitle={
                <TextLink to="/admin/users/$id" params={{ id: found.pass.userId }}>
                  {nameOf(found.pass)}
                </TextLink>
              }
            />
            <PassFacts pass={found.pass} />
            <DeskFreeze pass={found.pass} freeze={found.freeze} coming={found.coming} />
            <PassBook rows={found.rows} total={found.total} page={found.page} deskPassId={id} />
          </Page>
        )
      }
    </LiveAnswer>
  )
}

function NoPass() {
  const t = useTexts(texts)
  return (
    <Page width="narrow">
      <PageHeader title={t.book} />
      <EmptyState text={t.notFound} action={<LinkButton to="/admin/memberships">{t.back}</LinkButton>} />
    </Page>
  )
}
