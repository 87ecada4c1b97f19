import { RowButtons } from '#web/RowButtons.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Price } from '#web/ui/Price.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
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

/** The columns of both tables of the courses overview: all fit beside each other from 1280 px on. */
export function useCourseColumns(
  whyNot: string | undefined,
  open: (open: OpenCourse) => void,
): Column<DeskCourse, ColumnId>[] {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const formats = useFormats()
  // so many columns fit beside each other where a date may go on in a second line, after its month
  const inTwo = (date: string) => date.replaceAll(/ (?=\D)/g, '\u00a0')
  const day = (date: string) => inTwo(formats.dateOfYear(date))
  const moment = (at: number) => inTwo(formats.stamp(at))
  return [
    {
      id: 'id',
      header: t.id,
      cell: (row) => (
        <span className="text-xs break-all text-muted min-[56rem]:block min-[56rem]:w-12 print:block print:w-12">
          {row.id}
        </span>
      ),
    },
    {
      id: 'name',
      header: t.name,
      rowHeader: true,
      cell: (row) => <span className="min-[56rem]:block min-[56rem]:min-w-20">{row.name}</span>,
    },
    // near the name: at the end of so many columns they would be out of sight
    {
      id: 'actions',
      header: word.actions,
      actions: true,
      cell: (row) => (
        <span className="flex flex-wrap gap-2 min-[56rem]:grid min-[56rem]:grid-cols-[auto_auto] min-[56rem]:gap-1 min-[56rem]:*:px-2 min-[56rem]:*:text-xs min-[56rem]:*:nth-[n+3]:col-span-2 2xl:*:nth-[n+3]:col-span-1">
          <RowButtons
            does={['edit', row.status === 'active' ? 'archive' : 'activate']}
            texts={t}
            whyNot={whyNot}
            onPress={(what) => open({ what, row })}
          />
          <Button size="small" onPress={() => open({ what: 'codes', row })}>
            {t.codes}
          </Button>
          <RowButtons does={['delete']} whyNot={whyNot} onPress={(what) => open({ what, row })} />
        </span>
      ),
    },
    {
      id: 'description',
      header: t.description,
      long: true,
      cell: (row) => (
        <span className="min-[56rem]:block min-[56rem]:min-w-20">
          <ShowMore text={row.description} limit={50} moreLabel={word.showMore} lessLabel={word.showLess} />
        </span>
      ),
    },
    { id: 'maxParticipants', header: t.maxParticipants, align: 'end', cell: (row) => row.defaultMaxParticipants },
    { id: 'standardPrice', header: t.standardPrice, align: 'end', cell: (row) => <Price cents={row.standardPrice} /> },
    {
      id: 'memberPrice',
      header: t.memberPrice,
      align: 'end',
      cell: (row) => (row.memberPrice === null ? '–' : <Price cents={row.memberPrice} />),
    },
    { id: 'nrOfClasses', header: t.nrOfClassesShort, align: 'end', cell: (row) => row.nrOfClasses },
    { id: 'weekday', header: t.weekday, cell: (row) => formats.weekday(row.weekday) },
    {
      id: 'times',
      header: t.timeRange,
      cell: (row) => `${formats.clock(row.startTime)}–${formats.clock(row.endTime)}`,
    },
    { id: 'startDate', header: t.startDateShort, cell: (row) => day(row.startDate) },
    { id: 'endDate', header: t.endDateShort, cell: (row) => day(row.endDate) },
    { id: 'regDeadline', header: t.regDeadlineShort, cell: (row) => day(row.regDeadline) },
    {
      id: 'registered',
      header: t.registered,
      align: 'end',
      cell: (row) => `${row.registeredCount}/${row.defaultMaxParticipants}`,
    },
    {
      id: 'status',
      header: t.status,
      cell: (row) => <Badge tone={row.status === 'active' ? 'good' : 'neutral'}>{t.statuses[row.status]}</Badge>,
    },
    { id: 'createdAt', header: t.createdAt, cell: (row) => moment(row.createdAt) },
    { id: 'updatedAt', header: t.updatedAt, cell: (row) => moment(row.updatedAt) },
  ]
}
