import { Users } from '#studio/accounts/parts/Users.tsx'
import { LikelyTwice } from '#studio/merging/parts/LikelyTwice.tsx'
import { useMay } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'

/** The list of all people, below the suggested duplicates. */
export function UsersPage() {
  const mayMerge = useMay('manageUsers')
  const hasFamilies = useStudio().features.includes('families')
  return <Users above={mayMerge && hasFamilies && <LikelyTwice />} />
}
