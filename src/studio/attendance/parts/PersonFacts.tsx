import { GuardianNumbers, ListedFacts } from '#studio/families/parts/ListedFacts.tsx'
import { listedTexts } from '#studio/families/messages/listed.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { attendance } from '../calls.ts'
import type { RegistrantRow } from './registrants.ts'

/** What there is to know of somebody who comes to a class; nothing where the studio has no families. */
export function PersonFacts(props: {
  scheduleId: string
  row: RegistrantRow
  /** Without the sign for photos. */ ageAlone?: boolean
}) {
  const { scheduleId, row } = props
  const { userId, name, age } = row
  const photos = props.ageAlone ? null : row.photos
  if (age === null && photos === null) return null
  return (
    <ListedFacts {...{ name, age, photos }}>
      <Guardians scheduleId={scheduleId} userId={userId} />
    </ListedFacts>
  )
}

/** Of somebody in a class. */
export function Guardians(input: { scheduleId: string; userId: string }) {
  const t = useTexts(listedTexts)
  return (
    <LiveAnswer query={attendance.guardians} input={input} count={2} failed={t.loadFailed}>
      {({ guardians }) => <GuardianNumbers guardians={guardians} />}
    </LiveAnswer>
  )
}
