import { useState } from 'react'
import { base64Of } from '#web/base64Of.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { moving } from '../calls.ts'
import type { CheckedRow, Table } from '../contract.ts'
import { tableRefusals, tableTexts } from '../messages/table.ts'
import { MOST_BYTES, type Columns } from '../rules/csv.ts'
import { ChooseColumns } from './ChooseColumns.tsx'
import { keepColumns, keptColumns } from './keptColumns.ts'
import { InvitePeople } from './InvitePeople.tsx'
import { MoveFirebase } from './MoveFirebase.tsx'
import { TakeRows } from './TakeRows.tsx'

interface Chosen {
  readonly name: string
  /** In base64. */
  readonly file: string
  readonly table: Table
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
  const [problem, setProblem] = useState<string | null>(null)
  const [opening, setOpening] = useState(false)

  /** True while a file is being opened: nothing is checked then, as that would be the previous file. */
  async function open(given: File) {
    setOpening(true)
    try {
      await read(given)
    } finally {
      setOpening(false)
    }
  }

  async function read(given: File) {
    setProblem(null)
    if (given.size > MOST_BYTES) return setProblem(explain({ code: 'tooLarge' }))
    const file = await base64Of(given)
    const outcome = await reads.run({ file })
    if (!outcome) return
    if (!outcome.ok) return setProblem(explain(outcome))
    const table = outcome.value
    // a corrected version of the same table: keep the chosen columns
    const same = chosen?.table.headings.join('\0') === table.headings.join('\0')
    setChosen({ name: given.name, file, table })
    if (!same) setColumns(keptColumns(table.headings) ?? table.guess)
    setChecked(null)
  }

  async function check() {
    if (!chosen || opening) return
    setProblem(null)
    const outcome = await checks.run({ file: chosen.file, columns })
    if (!outcome) return
    if (!outcome.ok) return setProblem(explain(outcome))
    keepColumns(chosen.table.headings, columns)
    setChecked(outcome.value.rows)
  }

  return (
    <Page>
      <PageHeader title={t.title} subtitle={t.subtitle} />
      <div className="flex flex-col gap-3">
        <FileDrop
          label={chosen ? t.otherFile : t.choose}
          hint={`${t.drop} ${t.notKept}`}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          pending={opening}
          pendingLabel={t.reading}
          onFiles={([file]) => void open(file)}
        />
      </div>
      {chosen && (
        <ChooseColumns
          name={chosen.name}
          table={chosen.table}
          columns={columns}
          pending={opening || checks.pending}
          onChange={(next) => {
            setColumns(next)
            setChecked(null)
          }}
          onCheck={() => void check()}
        />
      )}
      {problem && <Alert kind="problem">{problem}</Alert>}
      {chosen && checked && (
        <TakeRows key={chosen.file} checked={checked} headings={chosen.table.headings} columns={columns} />
      )}
      <InvitePeople />
      {!chosen && <MoveFirebase />}
    </Page>
  )
}
