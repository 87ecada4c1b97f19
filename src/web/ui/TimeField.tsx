import { parseTime, type Time } from '@internationalized/date'
import { DateInput, TimeField as AriaTimeField } from 'react-aria-components/TimeField'
import { FieldHelp, FieldLabel } from './ariaField.tsx'
import { classes } from './classes.ts'
import { segmentsClass, Segment } from './segments.tsx'
import { controlLook, fieldClass, type FieldProps } from './fieldParts.tsx'
import { useFieldError } from './Form.tsx'

/** A time of the day on 24 hours: 'HH:MM', or '' while there is none. */
export function TimeField(props: FieldProps & { value: string; onChange: (value: string) => void }) {
  const { error, touched } = useFieldError(props.name, props.error)
  return (
    <AriaTimeField
      name={props.name}
      value={timeFrom(props.value)}
      onChange={(value) => {
        touched()
        props.onChange(value?.toString().slice(0, 5) ?? '')
      }}
      hourCycle={24}
      granularity="minute"
      shouldForceLeadingZeros
      isInvalid={Boolean(error)}
      isRequired={props.required}
      isDisabled={props.disabled}
      validationBehavior="aria"
      className={fieldClass}
    >
      <FieldLabel required={props.required}>{props.label}</FieldLabel>
      <DateInput className={classes(controlLook, segmentsClass, 'px-3.5')}>
        {(segment) => <Segment segment={segment} />}
      </DateInput>
      <FieldHelp description={props.description} error={error} />
    </AriaTimeField>
  )
}

function timeFrom(text: string): Time | null {
  try {
    return text ? parseTime(text) : null
  } catch {
    return null
  }
}
