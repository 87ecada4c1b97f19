import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { listedTexts } from '#studio/families/messages/listed.ts'
import { PaymentStanding } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { useStandingInWords } from '#studio/payments/parts/useStandingInWords.ts'
import type { PaymentStatus } from '#studio/payments/rules.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { DeskLink } from '#web/DeskLink.tsx'
import { RowButtons } from '#web/RowButtons.tsx'
import { WriteLink } from '#web/WriteLink.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { LinkButton, TextLink } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { toast } from '#web/ui/toast.ts'
import { useTyped } from '#web/useTyped.ts'
import { courses } from '../calls.ts'
import type { CourseRegistrant } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskTexts, registrationFailures } from '../messages/desk.ts'
import { RegistrantFacts } from './RegistrantFacts.tsx'
import { spansOf } from './spans.ts'

/** This page shows four statuses: a marked payment is shown the same whoever marked it. */
const shownStatus = (status: PaymentStatus): PaymentStatus => (status === 'markedByTeacher' ? 'markedByUser' : status)

export function CourseRegistrantsPage() {
  const t = useTexts(deskTexts)
  const { search = '', page = 1, ended = false } = useSearch({ from: '/admin/course-registrants' })
  const navigate = useNavigate()
  const [typed, setTyped] = useTyped(search, (text) => {
    void navigate({
      to: '/admin/course-registrants',
      search: (now) => ({ ...now, search: text || undefined, page: undefined }),
      replace: true,
    })
  })
  const input = { search, page, ended }
  const [deleting, setDeleting] = useState<CourseRegistrant | null>(null)
  return (
    <Page width="wide">
      <PageHeader
        title={t.registrants}
        actions={
          <>
            <LinkButton
              to="/admin/course-registrants"
              search={(now) => ({ ...now, page: undefined, ended: ended ? undefined : true })}
            >
              {ended ? t.showOnlyActive : t.showEnded}
            </LinkButton>
            <Export ended={ended} search={search} />
          </>
        }
      />
      <div className="sm:max-w-md">
        <SearchField label={t.searchLabel} hideLabel placeholder={t.searchLabel} value={typed} onChange={setTyped} />
      </div>
      <LiveAnswer query={courses.registrants} input={input} steady failed={t.registrantsFailed}>
        {(answer) => (
          <>
            <RegistrantsTable rows={answer.rows} onDelete={setDeleting} />
            <Pagination page={answer.page} total={answer.total} />
          </>
        )}
      </LiveAnswer>
      {deleting && <DeleteDialog registrant={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  )
}

function RegistrantsTable(props: {
  rows: readonly CourseRegistrant[]
  onDelete: (registrant: CourseRegistrant) => void
}) {
  const t = useTexts(deskTexts)
  const spans = spansOf(props.rows)
  return (
    <DataTable
      caption={t.registrants}
      manyColumns
      columns={useColumns(spans, props.onDelete)}
      card={useCard(spans)}
      rows={props.rows}
      rowKey={(row) => row.registrationId}
      empty={<EmptyState text={t.noRegistrants} action={<DeskLink to="/admin/courses" />} />}
    />
  )
}

function useColumns(
  spans: ReadonlyMap<CourseRegistrant, number>,
  onDelete: (registrant: CourseRegistrant) => void,
): Column<CourseRegistrant>[] {
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { dayOfYear } = useFormats()
  const whyNot = useMay('deleteCourseRegistrations') ? undefined : word.adminOnly
  return [
    {
      id: 'course',
      header: t.courseName,
      cell: (row) => <OfCourse row={row} />,
      rowSpan: (row) => spans.get(row) ?? 1,
    },
    {
      id: 'registrant',
      header: t.registrantName,
      rowHeader: true,
      cell: (row) => (
        <>
          <TextLink to="/admin/users/$id" params={{ id: row.userId }}>
            {nameOf(row)}
          </TextLink>
          <RegistrantFacts row={row} />
        </>
      ),
    },
    { id: 'email', header: t.email, cell: (row) => <span className="break-all">{row.email}</span> },
    {
      id: 'payment',
      header: t.paymentStatus,
      cell: (row) => <PaymentStanding status={shownStatus(row.paymentStatus)} deadline={row.paymentDeadline} />,
    },
    { id: 'createdAt', header: t.registeredAt, cell: (row) => dayOfYear(row.createdAt) },
    {
      id: 'actions',
      header: word.actions,
      actions: true,
      cell: (row) => <RowButtons name={nameOf(row)} does={['delete']} whyNot={whyNot} onPress={() => onDelete(row)} />,
    },
  ]
}

function OfCourse({ row: { courseId, courseName, teacherIds } }: { row: CourseRegistrant }) {
  return (
    <span className="flex flex-col items-start gap-2">
      {courseName}
      <WriteLink to="course" id={courseId} teacherIds={teacherIds} of={courseName} size="small" />
    </span>
  )
}

/** Card on a phone, below the course's name: registration date, e-mail, and payment status. */
function useCard(spans: ReadonlyMap<CourseRegistrant, number>) {
  const { day } = useFormats()
  return (row: CourseRegistrant) => ({
    above: spans.get(row) !== 0 && (
      <div className="flex items-center justify-between gap-x-3 pb-2">
        <h2 className="text-lg">{row.courseName}</h2>
        <WriteLink to="course" id={row.courseId} teacherIds={row.teacherIds} of={row.courseName} round />
      </div>
    ),
    line: (
      <Dotted>
        {day(row.createdAt)}
        <span className="wrap-anywhere">{row.email}</span>
      </Dotted>
    ),
    long: true,
    aside: <PaymentStanding status={shownStatus(row.paymentStatus)} deadline={row.paymentDeadline} />,
  })
}

function DeleteDialog(props: { registrant: CourseRegistrant; onClose: () => void }) {
  const { registrant } = props
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  return (
    <ConfirmCommand
      command={courses.deleteRegistration}
      input={{ registrationId: registrant.registrationId }}
      title={t.deleteRegistrationTitle}
      question={t.deleteRegistrationQuestion}
      confirmLabel={word.delete}
      pendingLabel={t.deleting}
      explain={useRefusalText(registrationFailures, refusals)}
      onDone={() => toast.success(t.registrationDeleted)}
      onClose={props.onClose}
      danger
    >
      <Facts
        facts={[
          { name: t.course, value: registrant.courseName },
          { name: t.registrant, value: nameOf(registrant) },
          { name: t.email, value: registrant.email },
        ]}
      />
      <p className="text-sm text-muted">{t.deleteRegistrationHint}</p>
    </ConfirmCommand>
  )
}

function Export(list: { ended: boolean; search: string }) {
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  const standing = useStandingInWords()
  const { moment } = useFormats()
  const listed = useTexts(listedTexts)
  const families = useStudio().features.includes('families')
  return (
    <ExportButton
      fileName={t.exportName}
      procedure={courses.registrantsForExport}
      input={list}
      table={({ rows }) => [
        [t.courseName, t.registrantName, t.email, t.paymentStatus, t.registeredAt, ...(families ? [listed.age] : [])],
        ...rows.map((row) => [
          row.courseName,
          nameOf(row),
          row.email,
          standing(shownStatus(row.paymentStatus), row.paymentDeadline),
          moment(row.createdAt),
          ...(families ? [row.age] : []),
        ]),
      ]}
      of={(answer) => answer}
    />
  )
}
