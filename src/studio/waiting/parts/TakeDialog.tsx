import { courses } from '#studio/courses/calls.ts'
import type { ListedCourse } from '#studio/courses/contract.ts'
import { JoinCourseDialog } from '#studio/courses/parts/JoinCourseDialog.tsx'
import { useFamilyCourse } from '#studio/courses/parts/useFamilyCourse.ts'
import { withoutHeld } from '#studio/courses/parts/waitingSlot.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { registrations } from '#studio/registrations/calls.ts'
import type { UpcomingEntry } from '#studio/registrations/contract.ts'
import { FamilyRegistrationDialog } from '#studio/registrations/parts/FamilyRegistrationDialog.tsx'
import { RegistrationDialog } from '#studio/registrations/parts/RegistrationDialog.tsx'
import { spanOf } from '#studio/registrations/rules.ts'
import { DAY } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useNow } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DialogToCome } from '#web/ui/DialogToCome.tsx'
import { texts } from '../messages.ts'
import type { PersonsWaiting } from './WaitingLines.tsx'

interface Props {
  readonly own: PersonsWaiting
  readonly onClose: () => void
}

/** The usual dialog, in which a held place counts as free. */
export function TakeDialog(props: Props) {
  return props.own.kind === 'class' ? <TakeClass {...props} /> : <TakeCourse {...props} />
}

function TakeClass({ own, onClose }: Props) {
  const weeks = spanOf(Math.ceil(((own.startsAt ?? 0) - useNow()) / (7 * DAY)) + 1)
  const live = useLive(registrations.upcoming, { weeks })
  const entry = live.state === 'ready' ? live.answer.entries.find(({ id }) => id === own.id) : undefined
  const retry = () => retryLive(registrations.upcoming, { weeks })
  if (!entry) return <NotKnown loading={live.state === 'loading'} {...{ own, retry, onClose }} />
  return (
    <JoinClass entry={own.state === 'offered' ? withoutHeld(entry) : entry} person={own.person} onClose={onClose} />
  )
}

function JoinClass({ entry, person, onClose }: { entry: UpcomingEntry; person: FamilyPerson; onClose: () => void }) {
  if (person.own) return <RegistrationDialog entry={entry} registered={false} onClose={onClose} />
  return (
    <FamilyRegistrationDialog {...{ entry, onClose }} offered={[person]} registered={[]} absent={[]} first={null} />
  )
}

function TakeCourse({ own, onClose }: Props) {
  const live = useLive(courses.available, {})
  const course = live.state === 'ready' ? live.answer.find(({ id }) => id === own.id) : undefined
  const retry = () => retryLive(courses.available, {})
  if (!course) return <NotKnown loading={live.state === 'loading'} {...{ own, retry, onClose }} />
  const free = own.state === 'offered' ? withoutHeld(course) : course
  return <JoinIt course={free} person={own.person} onClose={onClose} />
}

function JoinIt({ course, person, onClose }: { course: ListedCourse; person: FamilyPerson; onClose: () => void }) {
  const { takerOf } = useFamilyCourse(course)
  return <JoinCourseDialog course={course} candidates={takerOf(person)} open onClose={onClose} />
}

/** Until the class or course is loaded. The placeholder leaves the focus where it is, for the dialog to hand back. */
function NotKnown({ own, loading, retry, onClose }: Props & { loading: boolean; retry: () => void }) {
  const t = useTexts(texts)
  const { tryAgain } = useTexts(words)
  if (loading) return <DialogToCome title={own.name} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={own.name}>
      <Alert kind="problem" title={t.placeFailed} action={<Button onPress={retry}>{tryAgain}</Button>} />
    </Dialog>
  )
}
