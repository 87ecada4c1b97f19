import { Field } from './Field.tsx'
import { controlClass, type FieldProps } from './fieldParts.tsx'

type MomentProps = FieldProps & {
  /** 'YYYY-MM-DD' or 'HH:MM'; '' while there is none, or only a part of one. */
  value: string
  onChange: (value: string) => void
  autoComplete?: 'bday'
  /** The first and the last day that can be picked, 'YYYY-MM-DD'. */
  min?: string
  max?: string
}

/** A date: the browser's own field, which a phone turns into wheels or a calendar and autofill can fill. */
export function DateField(props: MomentProps) {
  return <MomentField {...props} type="date" />
}

/** A time of the day: the browser's own field. */
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
          // beside a second field on a phone the whole year is to be read
          className={`${controlClass} tabular-nums max-sm:px-2.5 max-sm:[&::-webkit-calendar-picker-indicator]:ms-0`}
        />
      )}
    </Field>
  )
}
