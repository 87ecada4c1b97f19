import { hasGroupPrice } from '#studio/accounts/rules.ts'
import { useStudio } from '#web/studio.tsx'
import type { Dancer } from '../contract.ts'

/** Whether the group price may be claimed for these people: not for children in other categories only. */
export function useMayCover(): (people: readonly Pick<Dancer, 'own' | 'membershipCategory'>[]) => boolean {
  const { membershipCategories } = useStudio()
  return (people) =>
    people.some(
      ({ own, membershipCategory }) =>
        own || membershipCategory === null || hasGroupPrice(membershipCategories, membershipCategory),
    )
}
