import { Download } from 'lucide-react'
import { useState } from 'react'
import { csvOf } from '#kernel/csv.ts'
import type { Language } from '#kernel/messages.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { saveFile } from '#web/saveFile.ts'
import { useFormats, useToday } from '#web/studio.tsx'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Section } from '#web/ui/Page.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import type { Column } from '#web/ui/table.ts'
import type { Tone } from '#web/ui/tones.ts'
import type { CheckedRow } from '../contract.ts'
import { tableTexts } from '../messages/table.ts'
import { countsOf, outcomes, type ColumnRole, type Columns, type Gain, type RowOutcome } from '../rules/csv.ts'
import { headingOf } from './ChooseColumns.tsx'
import { UndoTable } from './UndoTable.tsx'
import { useTaking, type Progress } from './useTaking.ts'

const tones: Readonly<Record<RowOutcome, Tone>> = {
  new: 'good',
  changed: 'info',
  known: 'neutral',
  repeated: 'neutral',
  left: 'warning',
}
/** Number of rows listed at most; the downloaded report has all of them. */
const MOST_SHOWN = 200

/** Preview of each row of a table, and the button that imports them. */
export function TakeRows(props: {
  checked: readonly CheckedRow[]
  /** Of the file, whose columns are named by them. */
  headings: readonly string[]
  columns: Columns
}) {
  const { checked, headings, columns } = props
  const t = useTexts(tableTexts)
  const columnName = (role: ColumnRole) => {
    const at = columns[role]
    return at === undefined ? t.roles[role] : headingOf(headings[at] ?? '', at, t)
  }
  const formats = useFormats()
  const why = (row: CheckedRow) => whyOf(row, columnName, t, formats)
  const [filter, setFilter] = useState<RowOutcome | 'all'>('all')
  const { rows, wanted, progress, problem, stayed, ...taking } = useTaking(checked)
  const counts = countsOf(rows)
  const done = taking.taken > 0 && wanted.length === 0
  const shown = filter === 'all' ? rows : rows.filter(({ outcome }) => outcome === filter)
  return (
    <Section title={done ? t.whatHappened : t.whatHappens} actions={<Report rows={rows} why={why} />}>
      {taking.moveId !== null && progress === null ? (
        <UndoTable
          key={taking.taken}
          moveId={taking.moveId}
          title={done ? t.taken : t.takenSoFar}
          onUndone={taking.undone}
          onOver={taking.keepAll}
        >
          {said(counts, t)}
        </UndoTable>
      ) : done ? (
        <Alert kind="success" title={t.taken}>
          {said(counts, t)}
        </Alert>
      ) : (
        <Alert kind="info" title={said(counts, t)}>
          {wanted.length === 0 ? t.nothingToTake : taking.taken === 0 && t.nothingYet}
        </Alert>
      )}
      <FilterChips
        label={t.rows}
        value={filter}
        onChange={setFilter}
        options={[
          { value: 'all' as const, label: t.all(rows.length) },
          ...outcomes
            .filter((outcome) => counts[outcome] > 0 || filter === outcome)
            .map((outcome) => ({ value: outcome, label: `${t.outcomes[outcome]} (${counts[outcome]})` })),
        ]}
      />
      <Rows rows={shown.slice(0, MOST_SHOWN)} caption={t.rows} why={why} />
      {shown.length > MOST_SHOWN && <p className="text-sm text-muted">{t.more(shown.length - MOST_SHOWN)}</p>}
      {stayed.length > 0 && (
        <Alert kind="warning" title={t.stayed(stayed.length)}>
          {rows
            .filter(({ number }) => stayed.includes(number))
            .map(({ name }) => name)
            .join(', ')}
        </Alert>
      )}
      {problem && (
        <Alert kind="problem" title={problem}>
          {t.goOn}
        </Alert>
      )}
      <TakeBar count={wanted.length} progress={progress} onTake={(language) => void taking.take(language)} />
    </Section>
  )
}

/** The import button, and the language of the letters about the imported rows. */
function TakeBar(props: { count: number; progress: Progress | null; onTake: (language: Language) => void }) {
  const { progress } = props
  const t = useTexts(tableTexts)
  const { language } = useLanguage()
  const [inLanguage, setInLanguage] = useState<Language>(language)
  // hidden here, not unmounted by the parent, so that the chosen language is kept for another import after an undo
  if (props.count === 0) return null
  return (
    <ActionBar progress={progress && { ...progress, label: t.taking(progress.done, progress.all) }}>
      <SelectField
        label={t.letterLanguage}
        value={inLanguage}
        onChange={setInLanguage}
        options={(['et', 'en'] as const).map((value) => ({ value, label: t.languages[value] }))}
      />
      <Button
        variant="primary"
        pending={progress !== null}
        pendingLabel={progress ? t.taking(progress.done, progress.all) : undefined}
        onPress={() => props.onTake(inLanguage)}
      >
        {t.take(props.count)}
      </Button>
    </ActionBar>
  )
}

type Texts = (typeof tableTexts)[Language]

const said = (counts: Readonly<Record<RowOutcome, number>>, t: Texts): string =>
  outcomes
    .filter((outcome) => counts[outcome] > 0 || outcome === 'new')
    .map((outcome) => t.counts[outcome](counts[outcome]))
    .join(' · ')

function whyOf(
  { faults, repeats, gains, notes, pass, owes }: CheckedRow,
  columnName: (role: ColumnRole) => string,
  t: Texts,
  { euros, dateOfYear }: ReturnType<typeof useFormats>,
): string[] {
  const inNumbers = (gain: Gain) => {
    if (gain === 'pass' && pass) return t.passOf(pass.name, pass.left, pass.of, dateOfYear(pass.until))
    if (gain === 'debt' && owes !== null) return t.debtOf(euros(owes))
    return gain === 'credit' && owes !== null ? t.creditOf(euros(0 - owes)) : t.gains[gain]
  }
  return [
    ...faults.map(({ reason, columns, detail }) => {
      const text = detail === '' ? t.reasons[reason] : `${t.reasons[reason]} (${detail})`
      return columns.length === 0 ? text : `${columns.map(columnName).join(', ')}: ${text}`
    }),
    ...(repeats === null ? [] : [t.sameAs(repeats)]),
    ...(gains.length > 0 ? [t.gets(gains.map(inNumbers).join(', '))] : []),
    ...notes.map(({ kind, detail }) => (detail === '' ? t.notes[kind] : `${t.notes[kind]} (${detail})`)),
  ]
}

/** All that there is to say about a row, a sentence each. */
type Why = (row: CheckedRow) => string[]

function Rows({ rows, caption, why }: { rows: readonly CheckedRow[]; caption: string; why: Why }) {
  const t = useTexts(tableTexts)
  const columns = useColumns(why)
  return (
    <DataTable
      caption={caption}
      quiet
      columns={columns}
      rows={rows}
      rowKey={({ number }) => String(number)}
      empty={null}
      card={(row) => ({
        line: [`${t.columns.row} ${row.number}`, ...why(row)],
        aside: <Outcome of={row.outcome} />,
        long: row.faults.length > 0,
      })}
    />
  )
}

function useColumns(why: Why): Column<CheckedRow>[] {
  const t = useTexts(tableTexts)
  return [
    { id: 'row', header: t.columns.row, cell: ({ number }) => number, align: 'end', hideOnPhone: true },
    { id: 'name', header: t.columns.name, cell: ({ name }) => name || '–', rowHeader: true },
    { id: 'outcome', header: t.columns.outcome, cell: ({ outcome }) => <Outcome of={outcome} /> },
    { id: 'why', header: t.columns.why, cell: (row) => why(row).map((one, at) => <p key={at}>{one}</p>), long: true },
  ]
}

function Outcome({ of }: { of: RowOutcome }) {
  return <Badge tone={tones[of]}>{useTexts(tableTexts).outcomes[of]}</Badge>
}

/** Download of all rows with their results, for correcting the table. */
function Report({ rows, why }: { rows: readonly CheckedRow[]; why: Why }) {
  const t = useTexts(tableTexts)
  const { language } = useLanguage()
  const file = `${t.reportName}-${useToday()}.csv`
  const { row, name, outcome, why: more } = t.columns
  const save = () =>
    saveFile(
      file,
      csvOf(
        [
          [row, name, outcome, more],
          ...rows.map((one) => [one.number, one.name, t.outcomes[one.outcome], why(one).join(' ')]),
        ],
        language,
      ),
      'text/csv',
    )
  return (
    <Button icon={<Download aria-hidden="true" className="size-5" />} onPress={save}>
      {t.report}
    </Button>
  )
}
