import type { Cents } from '#kernel/money.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Price } from '#web/ui/Price.tsx'
import { door } from '../calls.ts'
import type { Difference } from '../contract.ts'
import { cashTexts } from '../messages.ts'

const price = (cents: Cents) => <Price cents={cents} />

/** Differences of a month's counts; none while they are loading. */
export function useDifferences(month: string): readonly Difference[] {
  const live = useLive(door.differences, { month })
  return live.state === 'ready' ? live.answer : []
}

export function CashDifferences({ month }: { month: string }) {
  const t = useTexts(cashTexts)
  const { deletedUser } = useTexts(words)
  const { date, dateOfYear, euros } = useFormats()
  const rows = useDifferences(month)
  if (rows.length === 0) return null
  return (
    <Section title={t.differences}>
      <DataTable
        quiet
        caption={t.differences}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { id: 'box', header: t.boxOf, rowHeader: true, cell: ({ boxName }) => boxName || deletedUser },
          { id: 'day', header: t.countedOn, cell: ({ day }) => dateOfYear(day) },
          { id: 'reason', header: t.reason, cell: ({ reason }) => reason },
          { id: 'sum', header: t.sum, align: 'end', cell: ({ cents }) => price(cents) },
        ]}
        card={({ day, reason, cents }) => ({
          line: [date(day), reason],
          aside: <span className="text-base font-semibold">{euros(cents)}</span>,
          long: true,
        })}
        empty={null}
      />
    </Section>
  )
}
