import { classes } from './classes.ts'
import { Field } from './Field.tsx'
import { controlClass, descriptionClass } from './fieldParts.tsx'
import { textProps, type TextFieldProps } from './TextField.tsx'

/** Several lines of text. `showCountOf` shows the number of characters used out of that many, without limiting them. */
export function TextArea(props: Omit<TextFieldProps, 'type'> & { rows?: number; showCountOf?: number }) {
  const used = props.value?.length ?? 0
  const most = props.showCountOf
  const count = most !== undefined && (
    <span className={classes(descriptionClass, 'self-end tabular-nums', used > most && 'text-danger')}>
      {used} / {most}
    </span>
  )
  return (
    <Field {...props} after={count}>
      {(control, touched) => (
        <textarea
          {...control}
          {...textProps(props, touched)}
          rows={props.rows ?? 3}
          className={classes(controlClass, 'resize-y')}
        />
      )}
    </Field>
  )
}
