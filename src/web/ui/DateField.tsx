import { parseDate, type CalendarDate } from '@internationalized/date'
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField'
import { FieldHelp, FieldLabel } from './ariaField.tsx'
import { classes } from './classes.ts'
import { controlLook, fieldClass, type FieldProps } from './fieldParts.tsx'
import { useFieldError } from './Form.tsx'

export type DateFieldProps = FieldProps & {
  /** 'YYYY-MM-DD', or '' while there is none. */
  value: string
  onChange: (value: string) => void
  /** The first and the last day that can be typed or picked, 'YYYY-MM-DD'. */
  min?: string
  max?: string
}

/** A date that people know by heart, such as a birthday: typed, day by month by year in the order of the language. */
export function DateField(props: DateFieldProps) {
  const { error, touched } = useFieldError(props.name, props.error)
  return (
    <AriaDateField {...dateBehaviour(props, touched)} isInvalid={Boolean(error)} className={fieldClass}>
      <FieldLabel required={props.required}>{props.label}</FieldLabel>
      <DateInput className={classes(controlLook, segmentsClass, 'px-3.5')}>
        {(segment) => <Segment segment={segment} />}
      </DateInput>
      <FieldHelp description={props.description} error={error} />
    </AriaDateField>
  )
}

export const segmentsClass = 'flex items-center tabular-nums data-focus-within:border-brand'

/** One part of a date or a time: a spin button of its own. */
export function Segment(props: { segment: Parameters<typeof DateSegment>[0]['segment'] }) {
  return (
    <DateSegment
      segment={props.segment}
      className="min-w-6 rounded-md px-0.5 py-1 text-center caret-transparent data-[type=literal]:min-w-0 outline-none data-disabled:text-muted data-focused:bg-brand data-focused:text-on-brand data-placeholder:text-muted data-[type=literal]:px-0 data-[type=literal]:text-muted data-placeholder:data-focused:text-on-brand"
    />
  )
}

/** The part of a date field's props that React Aria knows under its own names. */
export function dateBehaviour(props: DateFieldProps, touched: () => void) {
  return {
    name: props.name,
    value: dateFrom(props.value),
    onChange: (value: CalendarDate | null) => {
      touched()
      props.onChange(value?.toString() ?? '')
    },
    shouldForceLeadingZeros: true,
    isRequired: props.required,
    isDisabled: props.disabled,
    validationBehavior: 'aria' as const,
  }
}

/** 'YYYY-MM-DD' as React Aria's date; null where it is none. */
export function dateFrom(text: string | undefined): CalendarDate | null {
  try {
    return text ? parseDate(text) : null
  } catch {
    return null
  }
}
