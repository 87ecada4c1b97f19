import { categoryNameOf } from '#studio/accounts/rules.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useFormats, useStudio } from '#web/studio.tsx'
import { texts } from '../messages.ts'
import type { AudienceKind } from '../rules.ts'

export interface About {
  readonly kind: AudienceKind
  readonly of: string
  readonly title: string
  readonly startsAt: number | null
  readonly endsAt: number | null
}

/** Describes the audience of a message. */
export function useAudience(): (about: About) => string {
  const t = useTexts(texts)
  const formats = useFormats()
  const { language } = useLanguage()
  const { membershipCategories } = useStudio()
  return ({ kind, of, title, startsAt, endsAt }) => {
    if (kind === 'people') return of.trim() === '' ? t.everybody : t.searched(of.trim())
    if (kind === 'category') {
      const known = membershipCategories.some(({ id }) => id === of)
      return known ? categoryNameOf(membershipCategories, of, language) : title
    }
    if (startsAt === null || endsAt === null) return title
    return `${title}, ${formats.dayAndTimes(startsAt, endsAt)}`
  }
}
