import { Field } from './Field.tsx'
import { controlClass, type FieldProps } from './fieldParts.tsx'

export type DateFieldProps = FieldProps & {
  /** 'YYYY-MM-DD', or '' while there is none. */
  value: string
  onChange: (value: string) => void
  /** The first and the last day that can be typed or picked, 'YYYY-MM-DD'. */
  min?: string
  max?: string
  autoComplete?: 'bday'
}

/**
 * A date that people know by heart, such as a birthday: the browser's own field, which a phone turns into wheels and
 * autofill can fill.
 */
export function DateField(props: DateFieldProps) {
  return (
    <Field {...props}>
      {(control, touched) => (
        <input
          {...control}
          type="date"
          value={props.value}
          min={props.min}
          max={props.max}
          autoComplete={props.autoComplete}
          onChange={(event) => {
            touched()
            props.onChange(event.target.value)
          }}
          className={controlClass}
        />
      )}
    </Field>
  )
}
