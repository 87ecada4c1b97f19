import { classes } from './classes.ts'
import { coverClass, GroupField } from './GroupField.tsx'

/**
 * A single choice among two to five short options, all visible: a filter or a mode. A radio group to screen readers.
 */
export function SegmentedControl<Value extends string>(props: {
  label: string
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
  disabled?: boolean
}) {
  const twoByTwo = props.options.length === 4 && props.options.some(({ label }) => label.length > 16)
  return (
    <GroupField {...props} role="radiogroup">
      {(name) => (
        <div
          className={classes(
            'flex max-w-full max-[16rem]:flex-wrap rounded-3xl border border-line bg-sunken p-1',
            twoByTwo && 'max-sm:grid max-sm:grid-cols-2',
          )}
        >
          {props.options.map((option) => (
            <label
              key={option.value}
              className="relative flex min-h-11 items-center justify-center rounded-full px-4 text-center text-sm max-sm:flex-auto max-sm:px-2.5 font-semibold text-muted transition-colors hover:text-ink has-checked:bg-brand has-checked:text-on-brand has-disabled:cursor-not-allowed"
            >
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === props.value}
                disabled={props.disabled}
                // as in SelectField: Firefox must not restore a filter
                autoComplete="off"
                onChange={() => props.onChange(option.value)}
                className={coverClass}
              />
              {option.label}
            </label>
          ))}
        </div>
      )}
    </GroupField>
  )
}
