import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { DateInput } from 'react-aria-components/DateField'
import { DatePicker as AriaDatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Popover } from 'react-aria-components/Popover'
import { FieldHelp, FieldLabel } from './ariaField.tsx'
import { classes } from './classes.ts'
import type { DateFieldProps } from './DateField.tsx'
import { dateBehaviour, dateFrom, Segment, segmentsClass } from './segments.tsx'
import { controlLook, fieldClass } from './fieldParts.tsx'
import { useFieldError } from './Form.tsx'

/** A date near today: typed, or picked from a month. */
export function DatePicker(props: DateFieldProps) {
  const { error, touched } = useFieldError(props.name, props.error)
  return (
    <AriaDatePicker
      {...dateBehaviour(props, touched)}
      minValue={dateFrom(props.min)}
      maxValue={dateFrom(props.max)}
      isInvalid={Boolean(error)}
      className={fieldClass}
    >
      <FieldLabel required={props.required}>{props.label}</FieldLabel>
      <Group className={classes(controlLook, 'flex items-center data-focus-within:border-brand')}>
        <DateInput className={classes(segmentsClass, 'min-w-0 flex-1 pl-3.5')}>
          {(segment) => <Segment segment={segment} />}
        </DateInput>
        <AriaButton className="grid size-11 shrink-0 place-items-center rounded-control text-muted -my-px -outline-offset-3 hover:text-brand">
          <CalendarDays aria-hidden="true" className="size-5" />
        </AriaButton>
      </Group>
      <FieldHelp description={props.description} error={error} />
      <Popover className="animate-fade overflow-auto rounded-3xl border border-line bg-raised shadow-float">
        <Dialog className="p-4 outline-none">
          <Month />
        </Dialog>
      </Popover>
    </AriaDatePicker>
  )
}

const arrowClass =
  'grid size-11 place-items-center rounded-full text-brand hover:bg-brand-soft data-disabled:text-muted'

function Month() {
  return (
    <Calendar firstDayOfWeek="mon">
      <header className="flex items-center justify-between pb-2">
        <AriaButton slot="previous" className={arrowClass}>
          <ChevronLeft aria-hidden="true" className="size-5" />
        </AriaButton>
        <CalendarHeading className="font-display text-lg font-bold first-letter:uppercase" />
        <AriaButton slot="next" className={arrowClass}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </AriaButton>
      </header>
      <CalendarGrid weekdayStyle="short" className="border-collapse">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="pb-1 text-xs font-semibold text-muted">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className="grid size-11 place-items-center rounded-full text-sm tabular-nums -outline-offset-1 data-disabled:text-line-strong data-hovered:bg-brand-soft data-outside-month:hidden data-selected:bg-brand data-selected:font-semibold data-selected:text-on-brand data-today:font-bold data-today:underline data-today:decoration-coral data-today:decoration-2 data-today:underline-offset-4 data-unavailable:line-through"
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
