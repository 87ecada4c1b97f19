import { useTexts } from '#web/language.tsx'
import { LivePage } from '#web/live/LivePage.tsx'
import { WithRows } from '#web/live/WithRows.tsx'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { attendance } from '../calls.ts'
import type { PastClass } from '../contract.ts'
import { texts } from '../messages.ts'
import { pastTexts } from '../messages/past.ts'

/** The caller's own past classes; `classes` is the page's name in the address. */
export function PastClasses({ page }: { page: number }) {
  const t = useTexts(pastTexts)
  return (
    <LivePage
      query={attendance.past}
      input={{ page }}
      count={2}
      param="classes"
      caption={t.title}
      rowKey={({ id }) => id}
      empty={<EmptyState text={t.none} small />}
      columns={useColumns()}
      card={useCard()}
    />
  )
}

/** The same of anybody, on their page for staff; `past` is the page's name in the address. */
export function UserPast(props: { userId: string; page: number }) {
  const t = useTexts(pastTexts)
  const columns = useColumns()
  const { userId } = props
  return (
    <Section
      title={t.title}
      actions={
        <WithRows query={attendance.ofUser} input={props} any={({ total }) => total > 0}>
          <ExportList fileName={t.exportName} query={attendance.ofUser} input={{ userId }} columns={columns} />
        </WithRows>
      }
    >
      <LivePage
        query={attendance.ofUser}
        input={props}
        count={2}
        param="past"
        caption={t.title}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t.none} small />}
        columns={columns}
        card={useCard()}
      />
    </Section>
  )
}

function useCard() {
  const { dayOfYear, times } = useFormats()
  return (entry: PastClass) => ({
    line: `${dayOfYear(entry.startsAt)}, ${times(entry.startsAt, entry.endsAt)}`,
    aside: <Came value={entry.attendance} />,
  })
}

function useColumns(): Column<PastClass>[] {
  const t = useTexts(pastTexts)
  const marks = useTexts(texts)
  const { dayOfYear, times } = useFormats()
  const name = (entry: PastClass) => entry.className
  const date = (entry: PastClass) => dayOfYear(entry.startsAt)
  const time = (entry: PastClass) => times(entry.startsAt, entry.endsAt)
  return [
    { id: 'class', header: t.className, rowHeader: true, cell: name, csv: name },
    { id: 'date', header: t.date, cell: date, csv: date },
    { id: 'time', header: t.time, cell: time, csv: time },
    {
      id: 'attendance',
      header: t.attendance,
      cell: (entry) => <Came value={entry.attendance} />,
      csv: ({ attendance: came }) => (came === null ? t.notMarked : marks[came]),
    },
  ]
}

function Came({ value }: { value: PastClass['attendance'] }) {
  const { notMarked } = useTexts(pastTexts)
  const t = useTexts(texts)
  if (value === null) return <span className="text-muted">{notMarked}</span>
  return <Badge tone={value === 'attended' ? 'good' : 'neutral'}>{t[value]}</Badge>
}
