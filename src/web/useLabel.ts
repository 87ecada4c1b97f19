import type { MenuItem } from '#studio/screens.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'

/** The label of a navigation item in the reader's language. */
export function useLabel({ menu: { label } }: MenuItem): string {
  const { kind } = useMe()
  return useTexts(typeof label === 'function' ? label(kind) : label)
}
