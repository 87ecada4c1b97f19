import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import { deskTexts } from '../messages/desk.ts'

/** What tells a person apart from others of the same name: an address and the date of birth, or that there is none. */
export function useTellsApart(): (person: { email: string; dob: string | null }) => { address: string; born: string } {
  const t = useTexts(deskTexts)
  const { dateOfYear } = useFormats()
  return ({ email, dob }) => ({
    address: email === '' ? t.noSignIn : email,
    born: dob === null ? t.noDob : t.bornOn(dateOfYear(dob)),
  })
}
