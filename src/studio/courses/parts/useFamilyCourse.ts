import type { FamilyPerson } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import type { Candidate } from '#studio/families/parts/ForWhom.tsx'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
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
  const { state, retry } = useFamilyRows(courses.mine)
  return { state: useMay('see') ? state : ('ready' as const), retry }
}

/** Who is in a course, and who could join; only `people` and `registered` if the account books only for itself. */
export function useFamilyCourse(course: ListedCourse): {
  /** The people whose waiting state is shown. */
  readonly people: readonly FamilyPerson[]
  /** Whether anybody is in the course. */
  readonly registered: boolean
  readonly joined: readonly FamilyPerson[]
  readonly candidates: readonly Candidate[]
  /** People who could join the waiting list. */
  readonly waiters: readonly Candidate[]
  /** The person for whom a place is held. */
  readonly takerOf: (person: FamilyPerson) => readonly Candidate[]
} {
  const { people: all, isFamily, rows } = useFamilyRows(courses.mine)
  const family = isFamily ? all : []
  const { cannotBook } = useTexts(forWhomTexts)
  const explain = useRefusalText(refusals)
  const payFirst = usePayFirst()
  const today = useToday()
  const here = rows.filter(({ courseId }) => courseId === course.id)
  const isIn = ({ personId }: FamilyPerson) => here.some(({ person }) => person.personId === personId)
  const judged = (person: FamilyPerson, place: ListedCourse, waits: boolean): Candidate => {
    const refusal = isIn(person) ? 'alreadyInCourse' : cannotJoin(place, today)
    if (!person.rights.canBook) return { person, whyNot: cannotBook }
    // people on the waiting list pay when they get the place
    if (waits) return { person, whyNot: refusal && refusal !== 'courseFull' ? explain({ code: refusal }) : undefined }
    return { person, whyNot: refusal ? explain({ code: refusal }) : payFirst(person.personId) }
  }
  return {
    people: all,
    registered: here.length > 0,
    joined: family.filter(isIn),
    candidates: dancing(family).map((person) => judged(person, course, false)),
    waiters: dancing(family.length > 0 ? family : all).map((person) => judged(person, course, true)),
    takerOf: ({ personId }) =>
      family.filter((one) => one.personId === personId).map((one) => judged(one, withoutHeld(course), false)),
  }
}
