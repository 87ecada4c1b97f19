import { Check, UserPlus } from 'lucide-react'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTexts } from '#web/language.tsx'
import { toast } from '#web/ui/toast.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { texts as entryTexts } from '#studio/schedule/messages.ts'
import { texts } from '../messages.ts'
import { absenceTexts } from '../messages/absences.ts'
import { lateTexts } from '../messages/late.ts'
import type { PlaceButton } from '../rules.ts'

/** The one button of an upcoming class, or a text if nothing can be pressed. */
export function PlaceAction(props: {
  state: PlaceButton
  /** Why this person can't register for anything, such as being signed out. */
  whyNot: string | undefined
  /** Called by a press that explains why not. */
  onWhyNot?: (() => void) | undefined
  /** Why none of the places can be cancelled, such as not being the guardian who books. */
  whyNotCancel?: string | undefined
  /** Id of the element with the class name, as many buttons on the page say 'Register'. */
  namedBy: string | undefined
  /** Whether cancelling would be late. */
  late: boolean
  /** Whether another family member could get a place beside those who have one. */
  another?: boolean
  /** Shown on the page of the class, where there is more room. */
  alone?: boolean | undefined
  onRegister: () => void
  onCancel: () => void
}) {
  const t = useTexts(texts)
  const { cancelLate } = useTexts(lateTexts)
  const entry = useTexts(entryTexts)
  const whom = useTexts(forWhomTexts)
  switch (props.state) {
    case 'register':
      return (
        <Button
          variant="primary"
          size="small"
          whyDisabled={props.whyNot}
          inviting
          onExplained={props.onWhyNot}
          {...(props.namedBy && { 'aria-describedby': props.namedBy })}
          onPress={props.onRegister}
        >
          {props.another ? whom.registerAnother : t.register}
        </Button>
      )
    case 'cancel': {
      // takes the position of 'Register' when alone, so that the focus stays on it
      const cancel = (
        <Button
          size="small"
          whyDisabled={props.whyNotCancel}
          {...(props.namedBy && { 'aria-describedby': props.namedBy })}
          onPress={props.onCancel}
        >
          {props.late ? cancelLate : t.cancelRegistration}
        </Button>
      )
      if (!props.another) return cancel
      return (
        <span className={classes('flex flex-wrap gap-2', !props.alone && 'justify-end')}>
          <Button
            size="small"
            // two long words would wrap there
            roundOnPhone={!props.alone}
            icon={<UserPlus aria-hidden="true" className="size-4" />}
            whyDisabled={props.whyNot}
            {...(props.namedBy && { 'aria-describedby': props.namedBy })}
            onPress={props.onRegister}
          >
            {whom.registerAnother}
          </Button>
          {cancel}
        </span>
      )
    }
    case 'full':
      return (
        <Button size="small" whyDisabled={t.fullWhy}>
          {t.classFull}
        </Button>
      )
    case 'included':
    case 'absent':
      return <PlaceState state={props.state} />
    case 'started':
      return <Badge>{entry.started}</Badge>
    case 'cancelled':
      return <Badge tone="danger">{entry.cancelled}</Badge>
    default:
      return props.state satisfies never
  }
}

/** State of an included person, who has a place without a button, or gave it up. */
export function PlaceState({ state }: { state: 'included' | 'absent' }) {
  const t = useTexts(texts)
  const { away } = useTexts(absenceTexts)
  if (state === 'absent') return <Badge>{away}</Badge>
  return (
    // a positive state rather than a disabled button: a press explains it
    <Badge tone="good" onPress={() => toast.success(t.includedWhy)}>
      <Check aria-hidden="true" className="size-3.5" />
      {t.included}
    </Badge>
  )
}
