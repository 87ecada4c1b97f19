import { parseDate, type CalendarDate } from '@internationalized/date'
import { DateSegment } from 'react-aria-components/DateField'
import type { DateFieldProps } from './DateField.tsx'

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
