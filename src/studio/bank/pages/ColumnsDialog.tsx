import type { Done, Refusal } from '#kernel/result.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useForm } from '#web/useForm.ts'
import type { Columns, UnknownColumns } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { statementRefusals } from '../messages/statements.ts'

const roles = [
  'date',
  'amount',
  'direction',
  'debit',
  'name',
  'iban',
  'reference',
  'text',
  'currency',
  'account',
  'key',
] as const
type Role = (typeof roles)[number]
type Fields = Record<Role, string>

/** Asks which column of an unknown bank's table holds what, for the first time or again; the studio remembers it. */
export function ColumnsDialog(props: {
  table: UnknownColumns
  /** The columns were chosen before. */
  anew: boolean
  pending: boolean
  /** Null if columns are asked for again. */
  onRead: (columns: Columns) => Promise<Done<unknown> | Refusal | null>
  onClose: () => void
}) {
  const { table, pending, onClose } = props
  const t = useTexts(texts)
  const start = Object.fromEntries(roles.map((role) => [role, String(table.guess[role] ?? '')])) as Fields
  const form = useForm<Fields>({
    start,
    check: ({ date, amount }) => ({
      date: date === '' ? 'columnMissing' : undefined,
      amount: amount === '' ? 'columnMissing' : undefined,
    }),
    send: (fields) => {
      const said = roles.filter((role) => fields[role] !== '').map((role) => [role, Number(fields[role])])
      return props.onRead(Object.fromEntries(said) as Columns)
    },
    explain: useRefusalText(statementRefusals, refusals),
    onDone: onClose,
  })
  const options = table.headings.map((heading, place) => {
    const example = table.rows.find((row) => row[place])?.[place]
    return { value: String(place), label: example ? `${heading}: ${example.slice(0, 40)}` : heading }
  })
  return (
    <FormDialog
      about="columns"
      {...{ form, pending, onClose }}
      title={t.columnsTitle}
      description={props.anew ? t.columnsAnewHint : t.columnsHint}
      submit={t.readIt}
    >
      {table.unreadable && (
        <Alert kind="problem">{t.unreadable(table.unreadable.row, t.columns[table.unreadable.role as Role])}</Alert>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {roles.map((role) => {
          const required = role === 'date' || role === 'amount'
          return (
            <SelectField
              key={role}
              label={t.columns[role]}
              required={required}
              placeholder={t.noColumn}
              options={options}
              {...form.field(role)}
            />
          )
        })}
      </div>
    </FormDialog>
  )
}
