import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { FieldNotes, noteIds, type FieldProps } from './fieldParts.tsx'
import { useFieldError } from './Form.tsx'
import { coverClass, GroupField } from './GroupField.tsx'

/** A single checkbox. */
export function CheckboxField(props: {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  description?: ReactNode
  disabled?: boolean
  /** Full width, for a label with something at its end. */
  wide?: boolean
}) {
  const id = useId()
  const { error, touched } = useFieldError(props.name, undefined)
  return (
    <div className="flex flex-col">
      <label
        className={classes(
          'group relative flex min-h-control items-center gap-3 rounded-control py-2 font-medium wrap-anywhere has-disabled:text-muted',
          !props.wide && 'self-start pr-2',
        )}
      >
        <input
          type="checkbox"
          name={props.name}
          checked={props.checked}
          disabled={props.disabled}
          onChange={(event) => {
            touched()
            props.onChange(event.target.checked)
          }}
          aria-describedby={noteIds(id, props.description, error)}
          aria-invalid={error ? true : undefined}
          className={coverClass}
        />
        <span className="grid size-6 shrink-0 place-items-center rounded-md border-2 border-line-strong bg-surface text-on-brand transition-colors group-hover:border-brand group-has-checked:border-brand group-has-checked:bg-brand group-has-disabled:border-line group-has-disabled:bg-sunken group-has-disabled:text-muted group-has-aria-invalid:border-danger">
          <Check aria-hidden="true" className="size-4 opacity-0 group-has-checked:opacity-100" strokeWidth={3} />
        </span>
        {props.label}
      </label>
      <div className="-mt-1.5 flex flex-col gap-1.5 pl-9 empty:hidden">
        <FieldNotes id={id} description={props.description} error={error} />
      </div>
    </div>
  )
}

/** Any number of a few choices, each a checkbox that looks like a chip: class categories, weekdays. */
export function ChipsField<Value extends string>(
  props: FieldProps & {
    values: readonly Value[]
    onChange: (values: Value[]) => void
    options: readonly { value: Value; label: string }[]
  },
) {
  // in the order of the options, whatever the order of the clicks
  const after = (changed: Value, checked: boolean) =>
    props.options
      .map((option) => option.value)
      .filter((value) => (value === changed ? checked : props.values.includes(value)))
  return (
    <GroupField {...props} role="group">
      {(name, touched) => (
        <div className="flex flex-wrap gap-2">
          {props.options.map((option) => (
            <label
              key={option.value}
              className="relative inline-flex min-h-control items-center gap-2 rounded-full border border-line-strong bg-surface px-4 text-sm font-semibold transition-colors hover:border-brand has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-disabled:border-dashed has-disabled:bg-sunken has-disabled:text-muted"
            >
              <input
                type="checkbox"
                name={name}
                value={option.value}
                checked={props.values.includes(option.value)}
                disabled={props.disabled}
                onChange={(event) => {
                  touched()
                  props.onChange(after(option.value, event.target.checked))
                }}
                className={coverClass}
              />
              {props.values.includes(option.value) && (
                <Check aria-hidden="true" className="-ml-1 size-4" strokeWidth={3} />
              )}
              {option.label}
            </label>
          ))}
        </div>
      )}
    </GroupField>
  )
}
