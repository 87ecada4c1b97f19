import { categoryNameOf } from '#studio/accounts/rules.ts'
import { useLanguage } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'

/** What a class category is called, in the reader's language. */
export function useCategoryName(): (id: string) => string {
  const { language } = useLanguage()
  const { classCategories } = useStudio()
  return (id) => categoryNameOf(classCategories, id, language)
}

/** What a membership category is called, in the reader's language. */
export function useMembershipCategoryName(): (id: string) => string {
  const { language } = useLanguage()
  const { membershipCategories } = useStudio()
  return (id) => categoryNameOf(membershipCategories, id, language)
}
