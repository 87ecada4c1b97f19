import { RowButtons } from '#web/RowButtons.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { CopyCode } from '#web/ui/CopyCode.tsx'
import { Price } from '#web/ui/Price.tsx'
import type { Column } from '#web/ui/table.ts'
import type { DeskCourse } from '../contract.ts'
import { deskTexts } from '../messages/desk.ts'
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

/** The columns of both tables of the courses overview, in one line each: name and actions stay while the rest is scrolled. */
export function useCourseColumns(
  whyNot: string | undefined,
  open: (open: OpenCourse) => void,
): Column<DeskCourse, ColumnId>[] {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { dateOfYear, stamp, weekday, clock } = useFormats()
  return [
    { id: 'name', header: t.name, rowHeader: true, cell: (row) => row.name },
    // beside the name, where it is in sight: the rest is scrolled
    { id: 'id', header: t.id, cell: (row) => <CopyCode value={row.id} /> },
    {
      id: 'description',
      header: t.description,
      cell: (row) => (
        <span title={row.description} className="block max-w-44 truncate">
          {row.description}
        </span>
      ),
    },
    { id: 'weekday', header: t.weekday, cell: (row) => weekday(row.weekday) },
    { id: 'times', header: t.timeRange, cell: (row) => `${clock(row.startTime)}–${clock(row.endTime)}` },
    { id: 'startDate', header: t.startDateShort, cell: (row) => dateOfYear(row.startDate) },
    { id: 'endDate', header: t.endDateShort, cell: (row) => dateOfYear(row.endDate) },
    { id: 'regDeadline', header: t.regDeadlineShort, cell: (row) => dateOfYear(row.regDeadline) },
    { id: 'nrOfClasses', header: t.nrOfClassesShort, align: 'end', cell: (row) => row.nrOfClasses },
    {
      id: 'registered',
      header: t.registered,
      align: 'end',
      cell: (row) => `${row.registeredCount}/${row.defaultMaxParticipants}`,
    },
    { id: 'maxParticipants', header: t.maxParticipants, align: 'end', cell: (row) => row.defaultMaxParticipants },
    { id: 'standardPrice', header: t.standardPrice, align: 'end', cell: (row) => <Price cents={row.standardPrice} /> },
    {
      id: 'memberPrice',
      header: t.memberPrice,
      align: 'end',
      cell: (row) => row.memberPrice !== null && <Price cents={row.memberPrice} />,
    },
    {
      id: 'status',
      header: t.status,
      cell: (row) => <Badge tone={row.status === 'active' ? 'good' : 'neutral'}>{t.statuses[row.status]}</Badge>,
    },
    { id: 'createdAt', header: t.createdAt, cell: (row) => stamp(row.createdAt) },
    { id: 'updatedAt', header: t.updatedAt, cell: (row) => stamp(row.updatedAt) },
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

/** On a phone: when it is, and how full. */
export function useCourseCard() {
  const { dateOfYear, weekday, clock } = useFormats()
  return (row: DeskCourse) => ({
    line: `${weekday(row.weekday)} ${clock(row.startTime)}–${clock(row.endTime)}, ${dateOfYear(row.startDate)} – ${dateOfYear(row.endDate)}`,
    aside: `${row.registeredCount}/${row.defaultMaxParticipants}`,
  })
}
