import { hasGroupPrice } from '#studio/accounts/rules.ts'
import { useStudio } from '#web/studio.tsx'
import type { FamilyPerson } from '../contract.ts'

/** Whether the group price may be claimed for these people: not for children in other categories only. */
export function useMayCover(): (people: readonly Pick<FamilyPerson, 'own' | 'membershipCategory'>[]) => boolean {
  const { membershipCategories } = useStudio()
  return (people) =>
    people.some(
      ({ own, membershipCategory }) =>
        own || membershipCategory === null || hasGroupPrice(membershipCategories, membershipCategory),
    )
}
