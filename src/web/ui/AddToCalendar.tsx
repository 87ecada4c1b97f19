import { CalendarPlus } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { buttonLook } from './buttonLook.ts'

/** What one has a place in, and can put into the calendar of one's phone. */
export type CalendarItem = {
  readonly kind: 'class' | 'course'
  readonly id: string
  /** Whose place it is, where that is not the one who is signed in. */
  readonly personId?: string | undefined
}

/** Where the calendar file of an item is. */
export const calendarPath = ({ kind, id, personId }: CalendarItem): string =>
  `/calendar/${kind}/${encodeURIComponent(id)}.ics${personId === undefined ? '' : `?person=${encodeURIComponent(personId)}`}`

/** Opens the calendar of a phone with one's class, or with all dates of one's course; elsewhere it saves a file. */
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
