import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { listedTexts } from '#studio/families/messages/listed.ts'
import { Contacts, ListedFacts } from '#studio/families/parts/ListedFacts.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { courses } from '../calls.ts'
import type { CourseRegistrant } from '../contract.ts'

/** A child's age or a phone number, with contacts one tap away, and whether photos are allowed. */
export function RegistrantFacts({ row }: { row: CourseRegistrant }) {
  const nameOf = useNameOf()
  const { courseId, userId, age, photos, hasPhone } = row
  const name = nameOf(row)
  if (age === null && photos === null && !hasPhone) return null
  return (
    <ListedFacts {...{ name, age, photos, hasPhone }}>
      <ContactsInCourse {...{ courseId, userId, name, age }} />
    </ListedFacts>
  )
}

function ContactsInCourse(props: { courseId: string; userId: string; name: string; age: number | null }) {
  const { courseId, userId, name, age } = props
  const t = useTexts(listedTexts)
  return (
    <LiveAnswer query={courses.contacts} input={{ courseId, userId }} count={2} failed={t.loadFailed}>
      {({ contacts }) => <Contacts {...{ name, age, contacts }} />}
    </LiveAnswer>
  )
}
