import { pagesOf } from '#kernel/paging.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { WithRows } from '#web/live/WithRows.tsx'
import { useStudio } from '#web/studio.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { payments } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'
import { PaymentTable } from './PaymentTable.tsx'
import { usePaymentsFile } from './usePaymentsFile.ts'
import { UserCredit } from './UserCredit.tsx'
import { UserReferences } from './UserReferences.tsx'

/** All payments of a user for staff, including cancelled ones; `payments` is the page number in the address. */
export function UserPayments(props: { userId: string; page: number }) {
  const t = useTexts(deskTexts)
  const fileOf = usePaymentsFile()
  const withReferences = useStudio().features.includes('statements')
  return (
    <Section
      title={t.payments}
      actions={
        <WithRows query={payments.ofUser} input={props} any={({ total }) => total > 0}>
          <ExportButton
            paged
            fileName={t.exportName}
            procedure={payments.ofUser}
            input={{ userId: props.userId }}
            of={({ total }) => ({ total, parts: pagesOf(total) })}
            table={({ rows }) => fileOf(rows)}
          />
        </WithRows>
      }
    >
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
