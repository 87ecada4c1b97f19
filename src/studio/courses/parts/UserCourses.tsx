import { PaymentStanding } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { useStandingInWords } from '#studio/payments/parts/useStandingInWords.ts'
import { useTexts } from '#web/language.tsx'
import { LivePage } from '#web/live/LivePage.tsx'
import { WithRows } from '#web/live/WithRows.tsx'
import { useFormats } from '#web/studio.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { courses } from '../calls.ts'
import type { CourseOfUser } from '../contract.ts'
import { ofUserTexts } from '../messages/ofUser.ts'

/** A user's course registrations; `courses` is the page parameter in the URL. */
export function UserCourses(props: { userId: string; page: number }) {
  const t = useTexts(ofUserTexts)
  const columns = useColumns()
  const { userId } = props
  return (
    <Section
      title={t.title}
      actions={
        <WithRows query={courses.ofUser} input={props} any={({ total }) => total > 0}>
          <ExportList fileName={t.exportName} query={courses.ofUser} input={{ userId }} columns={columns} />
        </WithRows>
      }
    >
      <LivePage
        query={courses.ofUser}
        input={props}
        count={2}
        param="courses"
        caption={t.title}
        columns={columns}
        card={useCard()}
        rowKey={({ registrationId }) => registrationId}
        empty={<EmptyState text={t.none} small />}
      />
    </Section>
  )
}

/** Card on a phone: days and payment status. */
function useCard() {
  const { date, dateOfYear } = useFormats()
  return (course: CourseOfUser) => ({
    line: `${date(course.startDate)} – ${dateOfYear(course.endDate)}`,
    long: true,
    aside: <PaymentStanding status={course.paymentStatus} deadline={course.paymentDeadline} />,
  })
}

function useColumns(): Column<CourseOfUser>[] {
  const t = useTexts(ofUserTexts)
  const { date, dateOfYear, dayOfYear } = useFormats()
  const standing = useStandingInWords()
  const name = (course: CourseOfUser) => course.name
  const dates = (course: CourseOfUser) => `${date(course.startDate)} – ${dateOfYear(course.endDate)}`
  const registered = (course: CourseOfUser) => dayOfYear(course.createdAt)
  return [
    { id: 'course', header: t.course, cell: name, csv: name },
    { id: 'dates', header: t.dates, cell: dates, csv: dates },
    {
      id: 'payment',
      header: t.payment,
      cell: (course) => <PaymentStanding status={course.paymentStatus} deadline={course.paymentDeadline} />,
      csv: (course) => standing(course.paymentStatus, course.paymentDeadline),
    },
    { id: 'registered', header: t.registered, cell: registered, csv: registered },
  ]
}
