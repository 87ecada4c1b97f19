import { useWhyNotYet } from '#studio/accounts/parts/useWhyNotYet.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import type { OwnAbsence } from '../contract.ts'
import { absenceTexts } from '../messages/absences.ts'

/** Why an absent person can't come after all: the user may not book now, or the make-up class is already used. */
export function useWhyNotBack(): (absence: OwnAbsence | undefined) => string | undefined {
  const t = useTexts(absenceTexts)
  const formats = useFormats()
  const whyNot = useWhyNotYet()
  return (absence) =>
    whyNot ??
    (absence?.instead
      ? t.instead(absence.instead.className, formats.weekdayAndDay(absence.instead.startsAt))
      : undefined)
}
