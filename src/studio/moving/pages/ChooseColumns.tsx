import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Section } from '#web/ui/Page.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import type { Table } from '../contract.ts'
import { tableTexts } from '../messages/table.ts'
import { offeredRoles, type ColumnRole, type Columns } from '../rules/csv.ts'

const groups = [
  { id: 'who', roles: ['name', 'firstName', 'lastName', 'email', 'phone', 'dob', 'category'] },
  { id: 'family', roles: ['guardianName', 'guardianEmail', 'guardianPhone'] },
  { id: 'money', roles: ['reference', 'pass', 'usesLeft', 'validUntil', 'debt', 'debtFor', 'credit'] },
] as const satisfies readonly { id: string; roles: readonly ColumnRole[] }[]

/** Shows the first rows of a table, and asks which column holds what. */
export function ChooseColumns(props: {
  name: string
  table: Table
  columns: Columns
  pending: boolean
  onChange: (columns: Columns) => void
  onCheck: () => void
}) {
  const { table, columns, onChange } = props
  const t = useTexts(tableTexts)
  const offered = offeredRoles(useStudio().features)
  const options = table.headings.map((heading, at) => {
    const example = table.rows.find((row) => row[at])?.[at]
    const name = headingOf(heading, at, t)
    return { value: String(at), label: example ? `${name}: ${example.slice(0, 40)}` : name }
  })
  const hints = { who: t.nameHint, family: t.familyHint, money: t.passHint(offered.includes('credit')) }
  return (
    <Section title={t.columnsTitle} subtitle={t.inFile(props.name, table.total)}>
      <FirstRows table={table} />
      <p className="text-sm text-muted">{t.dateHint}</p>
      {groups.map(({ id, roles }) => {
        const shown = roles.filter((role) => offered.includes(role))
        return (
          shown.length > 0 && (
            <fieldset key={id} className="flex flex-col gap-2">
              <legend className="font-semibold">{t[id]}</legend>
              <p className="text-sm text-muted">{hints[id]}</p>
              <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
                {shown.map((role) => (
                  <SelectField
                    key={role}
                    label={t.roles[role]}
                    placeholder={t.noColumn}
                    options={options}
                    value={columns[role] === undefined ? '' : String(columns[role])}
                    onChange={(value: string) =>
                      onChange({ ...columns, [role]: value === '' ? undefined : Number(value) })
                    }
                  />
                ))}
              </div>
            </fieldset>
          )
        )
      })}
      <div>
        <Button variant="primary" pending={props.pending} pendingLabel={t.checking} onPress={props.onCheck}>
          {t.check}
        </Button>
      </div>
    </Section>
  )
}

export const headingOf = (heading: string, at: number, t: { columnNumber: (n: number) => string }): string =>
  heading === '' || heading === String(at + 1) ? t.columnNumber(at + 1) : heading

/** Shown like a spreadsheet; scrolls horizontally inside its own box if it is wide. */
function FirstRows({ table }: { table: Table }) {
  const t = useTexts(tableTexts)
  return (
    <div
      role="group"
      aria-label={t.firstRows}
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="w-full text-left text-sm whitespace-nowrap">
        <caption className="sr-only">{t.firstRows}</caption>
        <thead className="bg-sunken">
          <tr>
            {table.headings.map((heading, at) => (
              <th key={at} scope="col" className="px-3 py-2 font-semibold">
                {headingOf(heading, at, t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, place) => (
            <tr key={place} className="border-t border-line">
              {table.headings.map((_, at) => (
                <td key={at} className="max-w-64 truncate px-3 py-2">
                  {row[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
