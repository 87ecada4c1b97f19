import { PaymentStanding } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { useFormats } from '#web/studio.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { courses } from '../calls.ts'
import type { CourseOfUser } from '../contract.ts'
import { ofUserTexts } from '../messages/ofUser.ts'

/** All courses that a user is registered for; `courses` is the page's name in the address. */
export function UserCourses(props: { userId: string; page: number }) {
  const t = useTexts(ofUserTexts)
  const live = useSteady(useLive(courses.ofUser, props))
  const columns = useColumns()
  return (
    <Section title={t.title}>
      <LiveContent live={live} retry={() => retryLive(courses.ofUser, props)} count={2}>
        {({ rows, total, page }) => (
          <>
            <DataTable
              caption={t.title}
              columns={columns}
              rows={rows}
              rowKey={({ registrationId }) => registrationId}
              empty={<EmptyState text={t.none} small />}
            />
            <Pagination page={page} total={total} param="courses" />
          </>
        )}
      </LiveContent>
    </Section>
  )
}

function useColumns(): Column<CourseOfUser>[] {
  const t = useTexts(ofUserTexts)
  const { date, dateOfYear, dayOfYear } = useFormats()
  return [
    { id: 'course', header: t.course, cell: ({ name }) => name },
    { id: 'dates', header: t.dates, cell: (course) => `${date(course.startDate)} – ${dateOfYear(course.endDate)}` },
    {
      id: 'payment',
      header: t.payment,
      cell: (course) => <PaymentStanding status={course.paymentStatus} deadline={course.paymentDeadline} />,
    },
    { id: 'registered', header: t.registered, cell: ({ createdAt }) => dayOfYear(createdAt) },
  ]
}
