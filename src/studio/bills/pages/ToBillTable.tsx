import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGE_SIZE, shownPage } from '#kernel/paging.ts'
import { useMembershipCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { useFormats } from '#web/studio.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Price } from '#web/ui/Price.tsx'
import { RowActions } from '#web/ui/RowActions.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { texts } from '../messages.ts'
import { PauseDialog } from './PauseDialog.tsx'
import { PersonOfRow } from './PersonOfRow.tsx'
import { SumDialog } from './SumDialog.tsx'
import type { BillLine, BillLines } from './useBill.ts'
import { useNameApart } from './useNameApart.ts'
import { useNotes } from './useNotes.ts'

/** People without a payment for the month, with reasons for a different sum. */
export function ToBillTable({ lines, found }: { lines: BillLines; found: readonly BillLine[] }) {
  const t = useTexts(texts)
  const { euros } = useFormats()
  const { nameApart } = useNameApart()
  const categoryName = useMembershipCategoryName()
  const { page: asked = 1, month = '' } = useSearch({ from: '/admin/bills' })
  const [changing, setChanging] = useState<BillLine | null>(null)
  const [pausing, setPausing] = useState<string | null>(null)
  const page = shownPage(asked, found.length)
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const paused = lines.all.find(({ row }) => row.personId === pausing)
  const notesOf = useNotesOf()
  const columns = useColumns({ onSum: setChanging, onPause: ({ row }) => setPausing(row.personId) })
  const chosen = lines.all.filter((line) => line.chosen)
  const sum = euros(chosen.reduce((total, { cents }) => total + cents, 0))
  return (
    <Section title={t.toBill}>
      <p aria-live="polite" className="text-muted tabular-nums">
        {t.ticked(chosen.length, sum)}
      </p>
      <DataTable
        caption={t.toBill}
        manyColumns
        columns={columns}
        card={(line) => ({
          line: [categoryName(line.row.categoryId), ...notesOf(line)],
          aside: <Price cents={line.cents} />,
        })}
        rows={shown}
        rowKey={({ row }) => row.personId}
        empty={<EmptyState small text={t.noneFound} />}
        choice={{
          canChoose: ({ cents }) => cents > 0,
          isChosen: (line) => line.chosen,
          onChoose: ({ row }, on) => lines.choose([row.personId], on),
          label: ({ row }) => t.choose(nameApart(row)),
          all: {
            label: t.chooseAll,
            onChoose: (on) =>
              lines.choose(
                shown.map(({ row }) => row.personId),
                on,
              ),
          },
        }}
      />
      <Pagination page={page} total={found.length} />
      {changing && (
        <SumDialog
          month={month}
          name={nameApart(changing.row)}
          line={changing}
          onSave={(cents) => lines.setSum(changing.row.personId, cents)}
          onClose={() => setChanging(null)}
        />
      )}
      {paused && <PauseDialog name={nameApart(paused.row)} row={paused.row} onClose={() => setPausing(null)} />}
    </Section>
  )
}

/** Notes beside the sum: why it differs, or could. */
function useNotesOf() {
  const t = useTexts(texts)
  const { euros } = useFormats()
  const notesOf = useNotes()
  return ({ row, discount, proposed, cents }: BillLine) => [
    ...notesOf(row, cents === proposed ? discount : 0),
    ...(cents === proposed ? [] : [t.byHand(euros(proposed))]),
    ...(cents === 0 ? [t.free] : []),
  ]
}

function useColumns(on: { onSum: (line: BillLine) => void; onPause: (line: BillLine) => void }): Column<BillLine>[] {
  const t = useTexts(texts)
  const { actions } = useTexts(words)
  const { nameApart } = useNameApart()
  const categoryName = useMembershipCategoryName()
  const notesOf = useNotesOf()
  return [
    {
      id: 'name',
      header: t.name,
      rowHeader: true,
      cell: ({ row }) => <PersonOfRow row={row} />,
    },
    { id: 'category', header: t.category, cell: ({ row }) => categoryName(row.categoryId) },
    { id: 'notes', header: t.notes, cell: (line) => <Notes notes={notesOf(line)} /> },
    { id: 'sum', header: t.sum, align: 'end', cell: ({ cents }) => <Price cents={cents} /> },
    {
      id: 'actions',
      header: actions,
      actions: true,
      cell: (line) => (
        <RowActions
          name={nameApart(line.row)}
          actions={[
            { label: t.changeSum, onPress: () => on.onSum(line) },
            { label: t.pause, onPress: () => on.onPause(line) },
          ]}
        />
      ),
    },
  ]
}

function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <span key={note} className="block text-sm text-muted">
      {note}
    </span>
  ))
}
