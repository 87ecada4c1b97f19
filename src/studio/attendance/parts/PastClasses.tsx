import { useTexts } from '#web/language.tsx'
import { LivePage } from '#web/live/LivePage.tsx'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { attendance } from '../calls.ts'
import type { PastClass } from '../contract.ts'
import { texts } from '../messages.ts'
import { pastTexts } from '../messages/past.ts'

/** The caller's own past classes; `classes` is the page's name in the address. */
export function PastClasses({ page }: { page: number }) {
  const t = useTexts(pastTexts)
  const { dayOfYear, times } = useFormats()
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
      card={(entry) => ({
        line: `${dayOfYear(entry.startsAt)}, ${times(entry.startsAt, entry.endsAt)}`,
        aside: <Came value={entry.attendance} />,
      })}
    />
  )
}

function useColumns(): Column<PastClass>[] {
  const t = useTexts(pastTexts)
  const { dayOfYear, times } = useFormats()
  return [
    { id: 'class', header: t.className, rowHeader: true, cell: (entry) => entry.className },
    { id: 'date', header: t.date, cell: (entry) => dayOfYear(entry.startsAt) },
    { id: 'time', header: t.time, cell: (entry) => times(entry.startsAt, entry.endsAt) },
    { id: 'attendance', header: t.attendance, cell: (entry) => <Came value={entry.attendance} /> },
  ]
}

function Came({ value }: { value: PastClass['attendance'] }) {
  const { notMarked } = useTexts(pastTexts)
  const t = useTexts(texts)
  if (value === null) return <span className="text-muted">{notMarked}</span>
  return <Badge tone={value === 'attended' ? 'good' : 'neutral'}>{t[value]}</Badge>
}
