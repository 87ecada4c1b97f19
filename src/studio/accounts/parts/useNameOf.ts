import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { fullName } from '../rules.ts'

/** A person's full name; a deleted user, who has no name left, is called a deleted user. */
export function useNameOf(): typeof fullName {
  const { deletedUser } = useTexts(words)
  return (person) => fullName(person) || deletedUser
}
