import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useStudio } from '#web/studio.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { payments } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'
import { PaymentTable } from './PaymentTable.tsx'
import { UserCredit } from './UserCredit.tsx'
import { UserReferences } from './UserReferences.tsx'

/** All payments of a user for staff, the cancelled ones too; `payments` is the page's name in the address. */
export function UserPayments(props: { userId: string; page: number }) {
  const t = useTexts(deskTexts)
  const withReferences = useStudio().features.includes('statements')
  return (
    <Section title={t.payments}>
      {withReferences && <UserReferences userId={props.userId} />}
      {withReferences && <UserCredit userId={props.userId} />}
      <LiveAnswer query={payments.ofUser} input={props} steady count={2}>
        {({ rows, total, page }) => (
          <>
            <PaymentTable caption={t.payments} rows={rows} empty={<EmptyState text={t.noneOfUser} small />} hideUser />
            <Pagination page={page} total={total} param="payments" />
          </>
        )}
      </LiveAnswer>
    </Section>
  )
}
