import { Check } from 'lucide-react'
import { coverClass } from './GroupField.tsx'
import type { RowChoice } from './table.ts'

/** The box that chooses a row of a table or a card: a finger wide, without a label in sight. */
export function RowCheck<Row>({ choice, row }: { choice: RowChoice<Row>; row: Row }) {
  return (
    <label className="group relative -m-2 grid size-11 shrink-0 place-items-center rounded-control">
      <input
        type="checkbox"
        aria-label={choice.label(row)}
        checked={choice.isChosen(row)}
        onChange={(event) => choice.onChoose(row, event.target.checked)}
        className={coverClass}
      />
      <span className="grid size-6 place-items-center rounded-md border-2 border-line-strong bg-surface text-on-brand transition-colors group-hover:border-brand group-has-checked:border-brand group-has-checked:bg-brand">
        <Check aria-hidden="true" className="size-4 opacity-0 group-has-checked:opacity-100" strokeWidth={3} />
      </span>
    </label>
  )
}
