import { CalendarPlus } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { buttonLook } from './buttonLook.ts'

/** A place in a class or course that can be added to the phone's calendar. */
export type CalendarItem = {
  readonly kind: 'class' | 'course'
  readonly id: string
  /** Whose place it is, if not the signed-in person's. */
  readonly personId?: string | undefined
}

/** The address of an item's calendar file. */
export const calendarPath = ({ kind, id, personId }: CalendarItem): string =>
  `/calendar/${kind}/${encodeURIComponent(id)}.ics${personId === undefined ? '' : `?person=${encodeURIComponent(personId)}`}`

/** Opens the phone's calendar with the class, or with all dates of the course; elsewhere it downloads a file. */
export function AddToCalendar(props: CalendarItem & { describedBy: string; iconOnly?: boolean }) {
  const { addToCalendar } = useTexts(words)
  const { iconOnly } = props
  return (
    <a
      href={calendarPath(props)}
      aria-describedby={props.describedBy}
      {...(iconOnly && { 'aria-label': addToCalendar, title: addToCalendar })}
      className={buttonLook({ variant: 'quiet', size: 'small', square: iconOnly })}
    >
      <CalendarPlus aria-hidden="true" className="size-5" />
      {!iconOnly && addToCalendar}
    </a>
  )
}
