import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { fullName } from '../rules.ts'

/** How people are named to others: a deleted user, who has no name left, is called just that. */
export function useNameOf(): typeof fullName {
  const { deletedUser } = useTexts(words)
  return (person) => fullName(person) || deletedUser
}
