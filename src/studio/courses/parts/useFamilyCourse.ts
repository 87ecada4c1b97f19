import type { Dancer } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import type { Candidate } from '#studio/families/parts/ForWhom.tsx'
import { useOfDancers } from '#studio/families/parts/useOfDancers.ts'
import { dancing } from '#studio/families/rules.ts'
import { usePayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useToday } from '#web/studio.tsx'
import { courses } from '../calls.ts'
import type { ListedCourse } from '../contract.ts'
import { refusals } from '../messages.ts'
import { cannotJoin } from '../rules.ts'
import { withoutHeld } from './waitingSlot.ts'

/**
 * Whether it is known who of the family is in which course: before, a card would offer 'Register' to those who are in.
 * Always for those who can't be in any.
 */
export function useCoursesKnown() {
  const { state, retry } = useOfDancers(courses.mine)
  return { state: useMay('see') ? state : ('ready' as const), retry }
}

/** Who is in a course, and who could join; only `people` and `registered` if the account books only for itself. */
export function useFamilyCourse(course: ListedCourse): {
  /** The people whose waiting state is shown. */
  readonly people: readonly Dancer[]
  /** Whether anybody is in the course. */
  readonly registered: boolean
  readonly joined: readonly Dancer[]
  readonly candidates: readonly Candidate[]
  /** People who could join the waiting list. */
  readonly waiters: readonly Candidate[]
  /** The person for whom a place is held. */
  readonly takerOf: (dancer: Dancer) => readonly Candidate[]
} {
  const { dancers: all, isFamily, rows } = useOfDancers(courses.mine)
  const dancers = isFamily ? all : []
  const { cannotBook } = useTexts(forWhomTexts)
  const explain = useRefusalText(refusals)
  const payFirst = usePayFirst()
  const today = useToday()
  const here = rows.filter(({ courseId }) => courseId === course.id)
  const isIn = ({ personId }: Dancer) => here.some(({ dancer }) => dancer.personId === personId)
  const judged = (dancer: Dancer, place: ListedCourse, waits: boolean): Candidate => {
    const refusal = isIn(dancer) ? 'alreadyInCourse' : cannotJoin(place, today)
    if (!dancer.rights.canBook) return { dancer, whyNot: cannotBook }
    // people on the waiting list pay when they get the place
    if (waits) return { dancer, whyNot: refusal && refusal !== 'courseFull' ? explain({ code: refusal }) : undefined }
    return { dancer, whyNot: refusal ? explain({ code: refusal }) : payFirst(dancer.personId) }
  }
  return {
    people: all,
    registered: here.length > 0,
    joined: dancers.filter(isIn),
    candidates: dancing(dancers).map((dancer) => judged(dancer, course, false)),
    waiters: dancing(dancers.length > 0 ? dancers : all).map((dancer) => judged(dancer, course, true)),
    takerOf: ({ personId }) =>
      dancers.filter((one) => one.personId === personId).map((one) => judged(one, withoutHeld(course), false)),
  }
}
