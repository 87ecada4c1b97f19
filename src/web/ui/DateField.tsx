import { Field } from './Field.tsx'
import { controlClass, type FieldProps } from './fieldParts.tsx'

type MomentProps = FieldProps & {
  /** 'YYYY-MM-DD' or 'HH:MM'; '' while empty or incomplete. */
  value: string
  onChange: (value: string) => void
  autoComplete?: 'bday'
  /** First and last selectable day, 'YYYY-MM-DD'. */
  min?: string
  max?: string
}

/** A date: the native field, which a phone shows as wheels or a calendar and which autofill can fill. */
export function DateField(props: MomentProps) {
  return <MomentField {...props} type="date" />
}

/** A time of day: the native field. */
export function TimeField(props: MomentProps) {
  return <MomentField {...props} type="time" />
}

function MomentField(props: MomentProps & { type: 'date' | 'time' }) {
  return (
    <Field {...props}>
      {(control, touched) => (
        <input
          {...control}
          type={props.type}
          value={props.value}
          min={props.min}
          max={props.max}
          autoComplete={props.autoComplete}
          onChange={(event) => {
            touched()
            props.onChange(event.target.value)
          }}
          // leaves room for the whole year beside a second field on a phone
          className={`${controlClass} tabular-nums max-sm:px-2.5 max-sm:[&::-webkit-calendar-picker-indicator]:ms-0`}
        />
      )}
    </Field>
  )
}
