import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.ts'
import { useChoice } from '#web/useChoice.ts'
import { useTyped } from '#web/useTyped.ts'
import { moving } from '../calls.ts'
import type { FirebaseMove, MoveProblem } from '../contract.ts'
import { texts } from '../messages.ts'
import { firebaseTexts } from '../messages/firebase.ts'
import { problemLists, type ProblemList } from '../rules/firebase.ts'

/** Counts of each kind, and the rows that are not imported or are changed, each with its reason. */
export function MoveReport({ move, children }: { move: FirebaseMove; children: ReactNode }) {
  const t = useTexts(firebaseTexts)
  const { kinds } = useTexts(texts)
  const isUndone = move.step === 'undone'
  const columns = isUndone ? { ...t.columns, ...t.undoneColumns } : t.columns
  const figures = (['found', 'added', 'known'] as const).map((id) => ({
    id,
    header: columns[id],
    align: 'end' as const,
    cell: (row: FirebaseMove['rows'][number]) => row[id],
  }))
  return (
    <div className="flex flex-col gap-4">
      <h3 className="text-lg font-bold">
        {isUndone ? t.undoneTitle : move.step === 'taken' ? t.takenTitle : t.lookedTitle}
      </h3>
      {children}
      <DataTable
        caption={t.kindsTable}
        quiet
        columns={[{ id: 'kind', header: columns.kind, cell: ({ kind }) => kinds[kind], rowHeader: true }, ...figures]}
        rows={move.rows}
        rowKey={({ kind }) => kind}
        empty={null}
      />
      {move.left + move.changed > 0 && <Problems move={move} isUndone={isUndone} />}
    </div>
  )
}

function Problems({ move, isUndone }: { move: FirebaseMove; isUndone: boolean }) {
  const t = useTexts(firebaseTexts)
  const [address, choose] = useChoice(useSearch({ from: '/admin/import' }))
  const navigate = useNavigate()
  const { which = 'all', search = '', page = 1 } = address
  const [typed, setTyped] = useTyped(search, (text) => {
    void navigate({ to: '/admin/import', search: { which: address.which, search: text || undefined }, replace: true })
  })
  const input = { which, search, page }
  const live = useSteady(useLive(moving.firebaseProblems, input))
  const all = useColumns()
  // after an undo, only the rows that stay are listed, so these columns would say nothing
  const columns = isUndone ? all.filter(({ id }) => id !== 'what' && id !== 'detail') : all
  const counts = { all: move.left + move.changed, left: move.left, changed: move.changed }
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h3 className="text-lg font-bold">{isUndone ? t.stays : t.problems}</h3>
          <p className="text-sm text-muted">{isUndone ? t.staysHint : t.problemsHint}</p>
        </div>
        <ExportList
          fileName={isUndone ? t.staysFile : t.problemsFile}
          query={moving.firebaseProblems}
          input={{ which, search }}
          columns={columns}
        />
      </div>
      {!isUndone && (
        <FilterChips
          label={t.problems}
          value={which}
          onChange={(next: ProblemList) =>
            choose({ ...address, which: next }, () =>
              navigate({
                to: '/admin/import',
                search: { which: next, search: address.search },
                replace: true,
                resetScroll: false,
              }),
            )
          }
          options={problemLists.map((value) => ({ value, label: t.which[value](counts[value]) }))}
        />
      )}
      <div className="sm:max-w-md">
        <SearchField
          label={t.searchProblems}
          hideLabel
          placeholder={t.searchProblems}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <LiveContent live={live} retry={() => retryLive(moving.firebaseProblems, input)} count={4}>
        {({ rows, total, page: shown }) => (
          <>
            <DataTable
              caption={isUndone ? t.stays : t.problems}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => String(id)}
              empty={<EmptyState text={t.noProblems} />}
              card={(row) => ({
                line: <ProblemLine row={row} />,
                aside: isUndone ? null : <Outcome isLeft={row.isLeft} />,
              })}
            />
            <Pagination page={shown} total={total} />
          </>
        )}
      </LiveContent>
    </>
  )
}

function ProblemLine({ row }: { row: MoveProblem }) {
  const t = useTexts(texts)
  return [t.kinds[row.kind], t.reasons[row.reason], row.detail].filter(Boolean).join(' · ')
}

function useColumns(): Column<MoveProblem>[] {
  const { columns, outcome } = useTexts(firebaseTexts)
  const t = useTexts(texts)
  const said = (isLeft: boolean) => (isLeft ? outcome.left : outcome.changed)
  return [
    {
      id: 'what',
      header: columns.what,
      cell: ({ isLeft }) => <Outcome isLeft={isLeft} />,
      csv: ({ isLeft }) => said(isLeft),
    },
    { id: 'kind', header: columns.kind, cell: ({ kind }) => t.kinds[kind], csv: ({ kind }) => t.kinds[kind] },
    {
      id: 'id',
      header: columns.id,
      cell: ({ rowId }) => <span className="break-all">{rowId || '–'}</span>,
      csv: ({ rowId }) => rowId,
      rowHeader: true,
    },
    {
      id: 'why',
      header: columns.why,
      cell: ({ reason }) => t.reasons[reason],
      csv: ({ reason }) => t.reasons[reason],
      long: true,
    },
    {
      id: 'detail',
      header: columns.detail,
      cell: ({ detail }) => <span className="break-all">{detail}</span>,
      csv: ({ detail }) => detail,
      long: true,
    },
  ]
}

function Outcome({ isLeft }: { isLeft: boolean }) {
  const { outcome } = useTexts(firebaseTexts)
  return <Badge tone={isLeft ? 'warning' : 'info'}>{isLeft ? outcome.left : outcome.changed}</Badge>
}
