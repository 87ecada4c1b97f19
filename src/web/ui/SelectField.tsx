import { ChevronDown } from 'lucide-react'
import { classes } from './classes.ts'
import { Field } from './Field.tsx'
import { controlClass, type FieldProps } from './fieldParts.tsx'

export type SelectOption<Value extends string> = { value: Value; label: string }

/** A single choice with the native select, which works best on a phone. `placeholder` is the empty choice. */
export function SelectField<Value extends string>(
  props: FieldProps & {
    value: Value | ''
    onChange: (value: Value) => void
    options: readonly SelectOption<Value>[]
    placeholder?: string | undefined
    /** Puts the label beside the list instead of above it: for filters. */
    inline?: boolean
  },
) {
  return (
    <Field {...props}>
      {(control, touched) => (
        <div className={classes('relative', props.inline && 'min-w-[min(11rem,100%)] flex-1 sm:min-w-44 sm:flex-none')}>
          <select
            {...control}
            value={props.value}
            // the address holds the filter; Firefox would overwrite it with one restored from an earlier visit
            autoComplete={props.inline ? 'off' : undefined}
            onChange={(event) => {
              touched()
              // safe: only values from `options` are offered
              props.onChange(event.target.value as Value)
            }}
            className={classes(controlClass, 'appearance-none truncate pr-11')}
          >
            {props.placeholder !== undefined && (
              <option value="" disabled={props.required}>
                {props.placeholder}
              </option>
            )}
            {props.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-muted"
          />
        </div>
      )}
    </Field>
  )
}
