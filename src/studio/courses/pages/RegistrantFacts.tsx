import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { listedTexts } from '#studio/families/messages/listed.ts'
import { GuardianNumbers, ListedFacts } from '#studio/families/parts/ListedFacts.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { courses } from '../calls.ts'
import type { CourseRegistrant } from '../contract.ts'

/** The age of a child and its guardians a tap away, and whether pictures are allowed; nothing without families. */
export function RegistrantFacts({ row }: { row: CourseRegistrant }) {
  const nameOf = useNameOf()
  const { courseId, userId, age, photos } = row
  if (age === null && photos === null) return null
  return (
    <ListedFacts name={nameOf(row)} age={age} photos={photos}>
      <Guardians courseId={courseId} userId={userId} />
    </ListedFacts>
  )
}

function Guardians(input: { courseId: string; userId: string }) {
  const t = useTexts(listedTexts)
  return (
    <LiveAnswer query={courses.guardians} input={input} count={2} failed={t.loadFailed}>
      {({ guardians }) => <GuardianNumbers guardians={guardians} />}
    </LiveAnswer>
  )
}
