import { Contacts, ListedFacts } from '#studio/families/parts/ListedFacts.tsx'
import { listedTexts } from '#studio/families/messages/listed.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { attendance } from '../calls.ts'
import type { RegistrantRow } from './registrants.ts'

/** Facts about a person who comes to a class. */
export function PersonFacts(props: { scheduleId: string; row: RegistrantRow; withoutPhotos?: boolean }) {
  const { scheduleId, row } = props
  const { userId, name, age, hasPhone } = row
  const photos = props.withoutPhotos ? null : row.photos
  if (age === null && photos === null && !hasPhone) return null
  return (
    <ListedFacts {...{ name, age, photos, hasPhone }}>
      <ContactsInClass {...{ scheduleId, userId, name, age }} />
    </ListedFacts>
  )
}

/** Contacts of a person in a class. */
export function ContactsInClass(props: { scheduleId: string; userId: string; name: string; age: number | null }) {
  const { scheduleId, userId, name, age } = props
  const t = useTexts(listedTexts)
  return (
    <LiveAnswer query={attendance.contacts} input={{ scheduleId, userId }} count={2} failed={t.loadFailed}>
      {({ contacts }) => <Contacts {...{ name, age, contacts }} />}
    </LiveAnswer>
  )
}
