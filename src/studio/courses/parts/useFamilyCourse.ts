import type { Dancer } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import type { Candidate } from '#studio/families/parts/ForWhom.tsx'
import { askFor, usePeople } from '#studio/families/parts/useDancers.ts'
import { dancing } from '#studio/families/rules.ts'
import { usePayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { useTexts } from '#web/language.tsx'
import { useLives } from '#web/live/useLives.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useToday } from '#web/studio.tsx'
import { courses } from '../calls.ts'
import type { ListedCourse } from '../contract.ts'
import { refusals } from '../messages.ts'
import { cannotJoin } from '../rules.ts'
import { withoutHeld } from './waitingSlot.ts'

/** Which family members are in a course, and who could join; empty if the account books only for itself. */
export function useFamilyCourse(course: ListedCourse): {
  /** The people whose waiting state is shown. */
  readonly people: readonly Dancer[]
  readonly joined: readonly Dancer[]
  readonly candidates: readonly Candidate[]
  /** People who could join the waiting list. */
  readonly waiters: readonly Candidate[]
  /** The person for whom a place is held. */
  readonly takerOf: (dancer: Dancer) => readonly Candidate[]
} {
  const all = usePeople()
  const dancers = all.some(({ own }) => !own) ? all : []
  const lives = useLives(courses.mine, dancers.map(askFor))
  const { cannotBook } = useTexts(forWhomTexts)
  const explain = useRefusalText(refusals)
  const payFirst = usePayFirst()
  const today = useToday()
  const isIn = (index: number) => {
    const live = lives[index]
    return live?.state === 'ready' && live.answer.some(({ courseId }) => courseId === course.id)
  }
  const judged = (dancer: Dancer, place: ListedCourse, waits: boolean): Candidate => {
    const refusal = isIn(dancers.indexOf(dancer)) ? 'alreadyInCourse' : cannotJoin(place, today)
    if (!dancer.rights.canBook) return { dancer, whyNot: cannotBook }
    // people on the waiting list pay when they get the place
    if (waits) return { dancer, whyNot: refusal && refusal !== 'courseFull' ? explain({ code: refusal }) : undefined }
    return { dancer, whyNot: refusal ? explain({ code: refusal }) : payFirst(dancer.personId) }
  }
  return {
    people: all,
    joined: dancers.filter((_, index) => isIn(index)),
    candidates: dancing(dancers).map((dancer) => judged(dancer, course, false)),
    waiters: dancing(dancers.length > 0 ? dancers : all).map((dancer) => judged(dancer, course, true)),
    takerOf: ({ personId }) =>
      dancers.filter((one) => one.personId === personId).map((one) => judged(one, withoutHeld(course), false)),
  }
}
