import { useId, type ReactNode } from 'react'
import { fieldClass, FieldNotes, labelClass, noteIds, type FieldProps } from './fieldParts.tsx'
import { useFieldError } from './Form.tsx'

/** Attributes that link an <input>, <select> or <textarea> to its label, description and error. */
type ControlProps = {
  id: string
  name: string | undefined
  disabled: boolean | undefined
  'aria-required': boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'data-invalid': true | undefined
}

/**
 * A visible label, a native control, its description and its error, linked for screen readers.
 * `children` spreads the props on its control and calls `touched` when the person changes it.
 */
export function Field(
  props: FieldProps & {
    children: (control: ControlProps, touched: () => void) => ReactNode
    /** Puts the label beside the control instead of above it. */
    inline?: boolean | undefined
    /** Below everything else. */
    after?: ReactNode
  },
) {
  const id = useId()
  const { error, touched } = useFieldError(props.name, props.error)
  const invalid = error ? true : undefined
  const control: ControlProps = {
    id,
    name: props.name,
    disabled: props.disabled,
    'aria-required': props.required,
    'aria-invalid': invalid,
    'aria-describedby': noteIds(id, props.description, error),
    'data-invalid': invalid,
  }
  return (
    <div data-invalid={invalid} className={props.inline ? 'flex flex-wrap items-center gap-x-3 gap-y-1.5' : fieldClass}>
      <label htmlFor={id} data-star={props.required || undefined} className={labelClass}>
        {props.label}
      </label>
      {props.children(control, touched)}
      <FieldNotes id={id} description={props.description} error={error} />
      {props.after}
    </div>
  )
}
