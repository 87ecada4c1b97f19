import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { fieldClass, FieldNotes, labelClass, noteIds, type FieldProps } from './fieldParts.tsx'
import { useFieldError } from './Form.tsx'

/**
 * A visible label over several radio buttons or checkboxes, with description and error: one field of a form.
 * `children` gets the `name` that its radio buttons share, and `touched` to call when the person chooses.
 */
export function GroupField(
  props: FieldProps & {
    role: 'radiogroup' | 'group'
    hideLabel?: boolean | undefined
    children: (name: string, touched: () => void) => ReactNode
  },
) {
  const id = useId()
  const { error, touched } = useFieldError(props.name, props.error)
  return (
    <div
      role={props.role}
      aria-labelledby={id}
      aria-describedby={noteIds(id, props.description, error)}
      // role=group allows neither aria-required nor aria-invalid; its description says what is wrong
      {...(props.role === 'radiogroup' && {
        'aria-required': props.required,
        'aria-invalid': error ? true : undefined,
      })}
      data-invalid={error ? true : undefined}
      className={classes(fieldClass, 'items-start')}
    >
      <span id={id} data-star={props.required || undefined} className={props.hideLabel ? 'sr-only' : labelClass}>
        {props.label}
      </span>
      {props.children(props.name ?? id, touched)}
      <FieldNotes id={id} description={props.description} error={error} />
    </div>
  )
}

/**
 * Makes the input cover its label invisibly, so that the whole card or chip is the target; the label shows the focus
 * ring.
 */
export const coverClass = 'absolute -inset-px m-0 appearance-none rounded-[inherit] outline-none'
