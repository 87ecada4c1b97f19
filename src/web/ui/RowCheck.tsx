import { Check, Minus } from 'lucide-react'
import { coverClass } from './GroupField.tsx'
import type { RowChoice } from './table.ts'

/**
 * The checkbox that selects a row of a table or a card; its target is large enough for a finger, its label invisible.
 */
export function RowCheck<Row>({ choice, row }: { choice: Omit<RowChoice<Row>, 'all'>; row: Row }) {
  // names stay below each other
  if (choice.canChoose?.(row) === false) return <span className="-m-2 size-11 shrink-0" />
  return (
    <Box
      label={choice.label(row)}
      checked={choice.isChosen(row)}
      onChange={(checked) => choice.onChoose(row, checked)}
    />
  )
}

/** Selects all rows shown. */
export function AllRowsCheck<Row>({ choice, rows }: { choice: RowChoice<Row>; rows: readonly Row[] }) {
  const open = choice.canChoose ? rows.filter(choice.canChoose) : rows
  if (open.length === 0) return null
  const chosen = open.filter(choice.isChosen).length
  const all = chosen === open.length
  return <Box {...choice.all} checked={all} some={chosen > 0 && !all} onChange={choice.all.onChoose} />
}

function Box(props: { label: string; checked: boolean; some?: boolean; onChange: (checked: boolean) => void }) {
  const Icon = props.some ? Minus : Check
  return (
    <label className="group relative -m-2 grid size-11 shrink-0 place-items-center rounded-control">
      <input
        type="checkbox"
        aria-label={props.label}
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
        className={coverClass}
      />
      <span
        data-some={props.some || undefined}
        className="grid size-6 place-items-center rounded-md border-2 border-line-strong bg-surface text-on-brand transition-colors group-hover:border-brand group-has-checked:border-brand group-has-checked:bg-brand data-some:border-brand data-some:bg-brand [&_svg]:opacity-0 group-has-checked:[&_svg]:opacity-100 data-some:[&_svg]:opacity-100"
      >
        <Icon aria-hidden="true" className="size-4" strokeWidth={3} />
      </span>
    </label>
  )
}
