import type { Dancer } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import type { Candidate } from '#studio/families/parts/ForWhom.tsx'
import { askFor, useDancers } from '#studio/families/parts/useDancers.ts'
import { usePayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { useTexts } from '#web/language.tsx'
import { useLives } from '#web/live/useLives.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useToday } from '#web/studio.tsx'
import { courses } from '../calls.ts'
import type { ListedCourse } from '../contract.ts'
import { refusals } from '../messages.ts'
import { cannotJoin } from '../rules.ts'

/** Who of a family is in a course, and who could be; nobody where somebody books for themselves alone. */
export function useFamilyCourse(course: ListedCourse): {
  readonly joined: readonly Dancer[]
  readonly candidates: readonly Candidate[]
} {
  const all = useDancers()
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
  const candidates = dancers.map((dancer, index): Candidate => {
    const refusal = isIn(index) ? 'alreadyInCourse' : cannotJoin(course, today)
    const whyNotJoin = refusal ? explain({ code: refusal }) : payFirst(dancer.personId)
    const whyNot = dancer.rights.canBook ? whyNotJoin : cannotBook
    return { dancer, whyNot }
  })
  return { joined: dancers.filter((_, index) => isIn(index)), candidates }
}
