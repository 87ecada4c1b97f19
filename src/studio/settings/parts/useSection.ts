import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { toast } from '#web/ui/toast.ts'
import { settings } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { checks, type SectionName, type Sections } from '../rules.ts'

/** A section's draft: a number may still be missing. */
export type Typed<S extends SectionName> = {
  [K in keyof Sections[S]]: Sections[S][K] extends number ? number | null : Sections[S][K]
}

/** The form of a section, which stays open after saving. */
export function useSection<S extends SectionName>(section: S, saved: Sections[S], onSaved?: () => void) {
  const t = useTexts(texts)
  const { run, pending } = useCommand(settings.save)
  const check = checks[section] as (form: object) => Readonly<Record<string, string | undefined>>
  const form = useForm<Typed<S>>({
    start: saved as Typed<S>,
    saved: saved as Typed<S>,
    check: (typed) => check(filled(typed)),
    send: (typed, before) =>
      run({ section, typed: filled(typed), before: filled(before) } as Parameters<typeof run>[0]),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.saved)
      onSaved?.()
    },
  })
  return { form, pending }
}

/** Replaces missing numbers by -1, which is out of every range. */
const filled = (typed: object): object =>
  Object.fromEntries(Object.entries(typed).map(([name, value]: [string, unknown]) => [name, value ?? -1]))
