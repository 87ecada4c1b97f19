import { hasGroupPrice } from '#studio/accounts/rules.ts'
import { useStudio } from '#web/studio.tsx'
import type { Dancer } from '../contract.ts'

/** Whether the group price may be said of these people: of oneself it is one's word, of a child it is known. */
export function useMayCover(): (people: readonly Pick<Dancer, 'own' | 'membershipCategory'>[]) => boolean {
  const { membershipCategories } = useStudio()
  return (people) =>
    people.some(({ own, membershipCategory }) => own || hasGroupPrice(membershipCategories, membershipCategory))
}
