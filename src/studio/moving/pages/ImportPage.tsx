import { useEffect, useRef, useState } from 'react'
import { refuse } from '#kernel/result.ts'
import { base64Of } from '#web/base64Of.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { moving } from '../calls.ts'
import type { CheckedRow, Table } from '../contract.ts'
import { tableRefusals, tableTexts } from '../messages/table.ts'
import { MOST_BYTES, type Columns } from '../rules/csv.ts'
import { ChooseColumns } from './ChooseColumns.tsx'
import { keepColumns, keptColumns } from './keptColumns.ts'
import { InvitePeople } from './InvitePeople.tsx'
import { MoveFirebase } from './MoveFirebase.tsx'
import { sheetsOf, type Sheet } from './sheets.ts'
import { TakeRows } from './TakeRows.tsx'
import { UndoTables } from './UndoTable.tsx'

/** A sheet of the chosen file. */
interface Chosen {
  readonly name: string
  readonly sheets: readonly Sheet[]
  readonly sheet: Sheet
  /** What the server read in it, and what was sent, in base64; null if it is no table. */
  readonly read: { readonly file: string; readonly table: Table } | null
}

/** Imports people from a table: choose the columns, see a preview, then import. */
export function ImportPage() {
  const t = useTexts(tableTexts)
  const explain = useRefusalText(tableRefusals)
  const reads = useCommand(moving.readTable)
  const checks = useCommand(moving.check)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [columns, setColumns] = useState<Columns>({})
  const [checked, setChecked] = useState<readonly CheckedRow[] | null>(null)
  /** What is wrong with the file, or with the chosen columns. */
  const [problem, setProblem] = useState<{ of: 'file' | 'columns'; text: string } | null>(null)
  const [opening, setOpening] = useState(false)
  const read = chosen?.read

  /** True while a file is being opened: nothing is checked then, as that would be the previous file. */
  async function open(work: () => Promise<string | null>) {
    setOpening(true)
    setProblem(null)
    try {
      const text = await work()
      if (text !== null) setProblem({ of: 'file', text })
    } finally {
      setOpening(false)
    }
  }

  /** Returns the problem, or null; so does `readSheet`. The file before it can't be imported any more. */
  async function readFile(given: File): Promise<string | null> {
    setChecked(null)
    const text = await readNew(given)
    if (text !== null) setChosen((now) => (now === chosen ? null : now))
    return text
  }

  async function readNew(given: File): Promise<string | null> {
    if (given.size > MOST_BYTES) return explain(refuse('tooLarge'))
    const sheets = await sheetsOf(given)
    if (!sheets.ok) return explain(sheets)
    // a corrected version of the same file: keep the chosen sheet
    const sheet = sheets.value.find(({ name }) => name === chosen?.sheet.name) ?? sheets.value[0]
    return readSheet({ name: given.name, sheets: sheets.value, sheet })
  }

  async function readSheet(of: Omit<Chosen, 'read'>): Promise<string | null> {
    const file = await base64Of(of.sheet.csv)
    const outcome = of.sheet.csv.size > MOST_BYTES ? refuse('tooLarge') : await reads.run({ file })
    if (!outcome) return null
    // another sheet may be the table
    if (!outcome.ok && of.sheets.length > 1) setChosen({ ...of, read: null })
    if (!outcome.ok) return explain(outcome)
    setChecked(null)
    setChosen({ ...of, read: { file, table: outcome.value } })
    const { headings, guess } = outcome.value
    // a corrected version of the same table: keep the chosen columns
    if (read?.table.headings.join('\0') !== headings.join('\0')) setColumns(keptColumns(headings) ?? guess)
    return null
  }

  async function check() {
    if (!read || opening) return
    setProblem(null)
    const outcome = await checks.run({ file: read.file, columns })
    if (!outcome) return
    if (!outcome.ok) return setProblem({ of: 'columns', text: explain(outcome) })
    keepColumns(read.table.headings, columns)
    setChecked(outcome.value.rows)
  }

  return (
    <Page>
      <PageHeader title={t.title} subtitle={t.subtitle} />
      {/* checked rows have their own */}
      {!checked && <UndoTables />}
      <FileDrop
        label={chosen ? t.otherFile : t.choose}
        hint={`${t.drop} ${t.notKept}`}
        accept=".xlsx,.xls,.ods,.csv,.txt,.tsv,text/csv,text/plain"
        pending={opening}
        pendingLabel={t.reading}
        onFiles={([file]) => void open(() => readFile(file))}
      />
      {problem?.of === 'file' && <Problem key={problem.text}>{problem.text}</Problem>}
      {chosen && chosen.sheets.length > 1 && (
        <SelectField
          label={t.sheet}
          options={chosen.sheets.map(({ name }) => ({ value: name, label: name }))}
          value={chosen.sheet.name}
          onChange={(name) => {
            const sheet = chosen.sheets.find((one) => one.name === name)
            if (sheet) void open(() => readSheet({ ...chosen, sheet }))
          }}
        />
      )}
      {chosen && read && (
        <ChooseColumns
          name={chosen.name}
          table={read.table}
          columns={columns}
          pending={opening || checks.pending}
          onChange={(next) => {
            setColumns(next)
            setChecked(null)
          }}
          onCheck={() => void check()}
        />
      )}
      {problem?.of === 'columns' && <Problem key={problem.text}>{problem.text}</Problem>}
      {read && checked && (
        <TakeRows key={read.file} checked={checked} headings={read.table.headings} columns={columns} />
      )}
      <InvitePeople />
      {!chosen && <MoveFirebase />}
    </Page>
  )
}

/** Scrolls itself into view: the pressed button may be far away. */
function Problem({ children }: { children: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="scroll-my-24">
      <Alert kind="problem">{children}</Alert>
    </div>
  )
}
