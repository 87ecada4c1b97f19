import { Field } from './Field.tsx'
import { classes } from './classes.ts'
import { controlLook, type FieldProps } from './fieldParts.tsx'

/** A colour such as '#641a5c', chosen with the browser's colour picker. */
export function ColourField(props: FieldProps & { value: string; onChange: (value: string) => void }) {
  return (
    <Field {...props}>
      {(control, touched) => (
        <div className="flex items-center gap-3">
          <input
            {...control}
            type="color"
            value={props.value}
            onChange={(event) => {
              touched()
              props.onChange(event.target.value)
            }}
            className={classes(controlLook, 'h-control max-w-20 cursor-pointer p-1')}
          />
          <span aria-hidden="true" className="text-muted tabular-nums">
            {props.value}
          </span>
        </div>
      )}
    </Field>
  )
}
