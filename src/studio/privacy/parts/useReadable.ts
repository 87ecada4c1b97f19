import { useLanguage } from '#web/language.tsx'
import { useFormats, useStudio } from '#web/studio.tsx'
import type { Held } from '../contract.ts'

/** Makes the readable file; its texts are loaded only when needed. */
export function useReadable(): (held: Held) => Promise<string> {
  const { language } = useLanguage()
  const { name: studioName } = useStudio()
  const formats = useFormats()
  return async (held) => {
    const { readableOf } = await import('./readable.ts')
    return readableOf(held, { language, studioName, formats })
  }
}
