import { categoryNameOf } from '#studio/accounts/rules.ts'
import { useLanguage } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'

/** Names of class categories in the reader's language. */
export function useCategoryName(): (id: string) => string {
  const { language } = useLanguage()
  const { classCategories } = useStudio()
  return (id) => categoryNameOf(classCategories, id, language)
}

/** Names of membership categories in the reader's language. */
export function useMembershipCategoryName(): (id: string) => string {
  const { language } = useLanguage()
  const { membershipCategories } = useStudio()
  return (id) => categoryNameOf(membershipCategories, id, language)
}
