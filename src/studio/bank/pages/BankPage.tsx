import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { WithRows } from '#web/live/WithRows.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useChoice } from '#web/useChoice.ts'
import { useTyped } from '#web/useTyped.ts'
import { bank } from '../calls.ts'
import type { ShownLine } from '../contract.ts'
import { texts } from '../messages.ts'
import { lists, type ListName } from '../rules.ts'
import { BankLine } from './BankLine.tsx'
import { ExportLines } from './ExportLines.tsx'
import { ReadStatement } from './ReadStatement.tsx'
import { SettleAll } from './SettleAll.tsx'
import { SuggestedTogether } from './SuggestedTogether.tsx'
import { UndoSettled } from './UndoSettled.tsx'
import { useFocusNext } from './useFocusNext.ts'

/** The list with something to do; null if everything is done. */
const listToDo = ({ settles, look }: { settles: number; look: number }): ListName | null =>
  settles > 0 ? 'settles' : look > 0 ? 'look' : null

/** Bank statements: reading files, settling by reference, and deciding on the rest. */
export function BankPage() {
  const [address, choose] = useChoice(useSearch({ from: '/admin/bank' }))
  const navigate = useNavigate()
  const t = useTexts(texts)
  const counted = useLive(bank.counts, {})
  const counts = counted.state === 'ready' ? counted.answer : null
  const { search = '', page = 1 } = address
  // the default list is the one with work left; it stays while the user works in it, and is reset by each new statement
  const [leftToDo, setLeftToDo] = useState<ListName | null>(null)
  const first = leftToDo ?? (counts && listToDo(counts))
  if (first !== leftToDo) setLeftToDo(first)
  const list = address.list ?? first ?? 'settles'
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [undone, setUndone] = useState(0)
  const undoable = useLive(bank.undoable, {})
  /** The press whose parts are being sent: its undo is not offered meanwhile. */
  const [sending, setSending] = useState<string | null>(null)
  const presses = undoable.state === 'ready' ? undoable.answer.filter(({ press }) => press !== sending) : []
  const [typed, setTyped] = useTyped(search, (text) => {
    void navigate({ to: '/admin/bank', search: { list: address.list, search: text || undefined }, replace: true })
  })
  const input = { list, search, page }
  const live = useSteady(useLive(bank.lines, input))
  const nameOf = (one: ListName) => (counts && one !== 'done' ? t.counted(t.lists[one], counts[one]) : t.lists[one])

  return (
    <Page width="wide">
      <PageHeader
        title={t.title}
        actions={
          <WithRows keepsPlace query={bank.lines} input={input} any={({ total }) => total > 0}>
            <ExportLines list={list} search={search} />
          </WithRows>
        }
      />
      <ReadStatement
        decided={counts && counts.decided}
        onRead={(read) => setLeftToDo((before) => listToDo(read) ?? before)}
      />
      {presses.map((one) => (
        <UndoSettled key={one.press} settled={one} onUndone={() => setUndone((count) => count + 1)} />
      ))}
      <FilterChips
        label={t.list}
        value={list}
        onChange={(next) =>
          choose({ ...address, list: next }, () =>
            navigate({
              to: '/admin/bank',
              search: { list: next, search: address.search },
              replace: true,
              resetScroll: false,
            }),
          )
        }
        // on most days there are no returned transfers
        options={lists
          .filter((one) => one !== 'back' || list === 'back' || (counts?.back ?? 0) > 0)
          .map((value) => ({ value, label: nameOf(value) }))}
      />
      <div className="sm:max-w-md">
        <SearchField label={t.search} hideLabel placeholder={t.search} value={typed} onChange={setTyped} />
      </div>
      {list === 'look' && <SuggestedTogether />}
      <LiveContent live={live} retry={() => retryLive(bank.lines, input)} count={4}>
        {({ rows, total, page: shown }) =>
          rows.length === 0 ? (
            <EmptyState text={t.none[list]} hint={t.noneHint[list]} />
          ) : (
            <div className="flex flex-col gap-4">
              <Rows label={t.lists[list]} rows={rows} left={left} setLeft={setLeft} />
              <Pagination page={shown} total={total} />
            </div>
          )
        }
      </LiveContent>
      {(list === 'settles' || list === 'back') && (
        <SettleAll
          // afresh after an undo, which makes lines ready again
          key={undone}
          list={list}
          left={left}
          empty={live.state === 'ready' && live.answer.rows.length === 0}
          onSending={setSending}
        />
      )}
    </Page>
  )
}

type Left = ReadonlySet<string>

function Rows(props: {
  label: string
  rows: readonly ShownLine[]
  /** The lines that the user has unticked. */
  left: Left
  setLeft: (change: (before: Left) => Left) => void
}) {
  const { rows, left, setLeft } = props
  const list = useRef<HTMLUListElement>(null)
  useFocusNext(list, rows.map(({ id }) => id).join(' '))
  const choose = (lineId: string, chosen: boolean) =>
    setLeft((before) => new Set(chosen ? [...before].filter((id) => id !== lineId) : [...before, lineId]))
  return (
    <ul ref={list} aria-label={props.label} className="divide-y divide-line rounded-card border border-line bg-surface">
      {rows.map((line) => (
        <BankLine
          key={line.id}
          line={line}
          choice={line.settles && { chosen: !left.has(line.id), onChoose: (chosen) => choose(line.id, chosen) }}
        />
      ))}
    </ul>
  )
}
