import { csvMoney } from '#kernel/csv.ts'
import { RowButtons } from '#web/RowButtons.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats, useToday } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { CopyCode } from '#web/ui/CopyCode.tsx'
import { Price } from '#web/ui/Price.tsx'
import type { Column } from '#web/ui/table.ts'
import type { DeskCourse, OverviewCourse } from '../contract.ts'
import { deskTexts } from '../messages/desk.ts'
import { classesOf } from '../rules.ts'
import type { OpenCourse } from './CourseDialogs.tsx'

type ColumnId =
  | 'id'
  | 'name'
  | 'description'
  | 'maxParticipants'
  | 'standardPrice'
  | 'memberPrice'
  | 'nrOfClasses'
  | 'weekday'
  | 'times'
  | 'startDate'
  | 'endDate'
  | 'regDeadline'
  | 'registered'
  | 'status'
  | 'createdAt'
  | 'updatedAt'
  | 'actions'

/**
 * The columns of both tables of the courses overview: name and actions stay fixed while the rest scrolls. Time, places,
 * prices and status come first, so that the buttons cut none of them on a small laptop.
 */
export function useCourseColumns(
  whyNot: string | undefined,
  open: (open: OpenCourse) => void,
): Column<OverviewCourse, ColumnId>[] {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { dateOfYear, stamp, moment, weekday, clocks } = useFormats()
  const today = useToday()
  const day = (row: DeskCourse) => weekday(row.weekday)
  const times = (row: DeskCourse) => clocks(row.startTime, row.endTime)
  const most = (row: DeskCourse) => row.defaultMaxParticipants
  const status = (row: DeskCourse) =>
    row.status === 'active' && row.endDate < today ? t.ended : t.statuses[row.status]
  const created = (row: DeskCourse) => stamp(row.createdAt)
  const updated = (row: DeskCourse) => stamp(row.updatedAt)
  return [
    {
      id: 'name',
      header: t.name,
      rowHeader: true,
      cell: (row) => <span className="block w-max max-w-56 whitespace-normal">{row.name}</span>,
      csv: (row) => row.name,
    },
    // a button that one would have to scroll to is found by nobody
    { id: 'id', header: t.id, cell: (row) => <CopyCode value={row.id} />, csv: (row) => row.id },
    { id: 'weekday', header: t.weekday, cell: day, csv: day },
    {
      id: 'times',
      header: t.timeRange,
      cell: times,
      csv: times,
    },
    {
      id: 'registered',
      header: t.registered,
      align: 'end',
      cell: (row) => `${row.registeredCount}/${row.defaultMaxParticipants}`,
      csv: (row) => row.registeredCount,
    },
    {
      id: 'standardPrice',
      header: t.standardPrice,
      align: 'end',
      cell: (row) => <Price cents={row.standardPrice} />,
      csv: (row) => csvMoney(row.standardPrice),
    },
    {
      id: 'memberPrice',
      header: t.memberPrice,
      align: 'end',
      cell: (row) => row.memberPrice !== null && <Price cents={row.memberPrice} />,
      csv: (row) => csvMoney(row.memberPrice),
    },
    {
      id: 'status',
      header: t.status,
      csv: status,
      cell: (row) => <Badge tone={status(row) === t.statuses.active ? 'good' : 'neutral'}>{status(row)}</Badge>,
    },
    {
      id: 'startDate',
      header: t.startDateShort,
      cell: (row) => dateOfYear(row.startDate),
      csv: (row) => row.startDate,
    },
    { id: 'endDate', header: t.endDateShort, cell: (row) => dateOfYear(row.endDate), csv: (row) => row.endDate },
    {
      id: 'regDeadline',
      header: t.regDeadlineShort,
      cell: (row) => dateOfYear(row.regDeadline),
      csv: (row) => row.regDeadline,
    },
    {
      id: 'nrOfClasses',
      header: t.nrOfClassesShort,
      align: 'end',
      cell: classesOf,
      csv: classesOf,
    },
    { id: 'maxParticipants', header: t.maxParticipants, align: 'end', cell: most, csv: most },
    {
      id: 'description',
      header: t.description,
      csv: (row) => row.description,
      cell: (row) => (
        <span title={row.description} className="block max-w-44 truncate">
          {row.description}
        </span>
      ),
    },
    { id: 'createdAt', header: t.createdAt, cell: created, csv: (row) => moment(row.createdAt) },
    { id: 'updatedAt', header: t.updatedAt, cell: updated, csv: (row) => moment(row.updatedAt) },
    {
      id: 'actions',
      header: word.actions,
      actions: true,
      cell: (row) => (
        <RowButtons
          name={row.name}
          does={['edit', row.status === 'active' ? 'archive' : 'activate', 'codes', 'delete']}
          texts={t}
          whyNot={whyNot}
          onPress={(what) => open({ what, row })}
        />
      ),
    },
  ]
}

/** Card on a phone: times and places. */
export function useCourseCard() {
  const { dateOfYear, weekday, clocks } = useFormats()
  return (row: DeskCourse) => ({
    line: (
      <>
        {`${weekday(row.weekday)} ${clocks(row.startTime, row.endTime)}`}
        <br />
        {`${dateOfYear(row.startDate)} – ${dateOfYear(row.endDate)}`}
      </>
    ),
    aside: `${row.registeredCount}/${row.defaultMaxParticipants}`,
  })
}
