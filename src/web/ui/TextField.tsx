import type { HTMLInputAutoCompleteAttribute } from 'react'
import { Field } from './Field.tsx'
import { controlClass, type FieldProps } from './fieldParts.tsx'

export type TextFieldProps = FieldProps & {
  value?: string
  onChange?: (value: string) => void
  type?: 'text' | 'email' | 'tel' | 'url'
  autoComplete?: HTMLInputAutoCompleteAttribute
  maxLength?: number
  autoFocus?: boolean
  /** For copying only. */
  readOnly?: boolean
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  return (
    <Field {...props}>
      {(control, touched) => (
        <input {...control} {...textProps(props, touched)} type={props.type ?? 'text'} className={controlClass} />
      )}
    </Field>
  )
}

/** Shared by single-line and multi-line text. */
export function textProps(props: TextFieldProps, touched: () => void) {
  return {
    value: props.value,
    autoComplete: props.autoComplete,
    maxLength: props.maxLength,
    autoFocus: props.autoFocus,
    readOnly: props.readOnly,
    onChange: (event: { target: { value: string } }) => {
      touched()
      props.onChange?.(event.target.value)
    },
  }
}
