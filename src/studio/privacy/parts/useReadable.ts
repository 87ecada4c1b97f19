import { useLanguage } from '#web/language.tsx'
import { useFormats, useStudio } from '#web/studio.tsx'
import type { Held, HeldOfChild } from '../contract.ts'

/** Makes the readable file; its texts are loaded only when needed. */
export function useReadable(): {
  readonly own: (held: Held) => Promise<string>
  readonly ofChild: (held: HeldOfChild) => Promise<string>
} {
  const { language } = useLanguage()
  const { name: studioName } = useStudio()
  const formats = useFormats()
  const reader = { language, studioName, formats }
  return {
    own: async (held) => (await import('./readable.ts')).readableOf(held, reader),
    ofChild: async (held) => (await import('./readable.ts')).readableOfChild(held, reader),
  }
}
