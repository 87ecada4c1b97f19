import { eq } from 'drizzle-orm'
import { done, refuse, type Result } from '#kernel/result.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { dateIn } from '#kernel/time.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import type { accounts as contract, PersonDetails } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { checkCorrection } from '../rules/forms.ts'
import { people } from '../tables.ts'
import { shownPhone } from './details.ts'
import { decideEdit } from './edits.ts'
import { lockPerson } from './locks.ts'

export const correctPerson = run(async (c, { userId, typed, before }: InputOf<typeof contract.correctPerson>) => {
  const phone = await shownPhone(typed.phone)
  const person = await lockPerson(c.tx, userId)
  if (!person) return refuse('userNotFound')
  const today = dateIn(c.settings.timeZone, c.now)
  const saved = { ...detailsIn(person), phone: person.phone }
  return await save(c, person.id, { saved, before, typed: { ...typed, phone: phone ?? typed.phone } }, (form) => ({
    ...checkCorrection(form, today),
    phone: phone === null && form.phone !== saved.phone ? 'phoneInvalid' : undefined,
  }))
})

/** Corrects the name or date of birth of a locked person. */
export const correct = (
  c: CommandContext,
  person: typeof people.$inferSelect,
  form: { readonly typed: PersonDetails; readonly before: PersonDetails },
  check: (form: PersonDetails) => Codes,
) => save(c, person.id, { saved: detailsIn(person), ...form }, check)

type Codes = Readonly<Record<string, string | undefined>>

const detailsIn = ({ displayName, familyName, dob }: typeof people.$inferSelect): PersonDetails => ({
  displayName,
  familyName,
  dob: dob ?? '',
})

/** Saves corrections of a locked person; the old, wrong values are not logged. */
async function save<Form extends PersonDetails>(
  c: CommandContext,
  personId: string,
  { saved, before, typed }: { readonly saved: Form; readonly before: Form; readonly typed: Form },
  check: (form: Form) => Codes,
): Promise<Result<Record<string, never>, 'invalidFields' | 'editedMeanwhile'>> {
  const tidied = { ...typed, displayName: typed.displayName.trim(), familyName: typed.familyName.trim() }
  const edit = await decideEdit(c, { editedBy: null }, { saved, before, typed: tidied, check })
  if (!edit.ok) return edit
  const changed = (Object.keys(saved) as (keyof Form)[]).filter((name) => saved[name] !== edit.value[name])
  if (changed.length > 0) {
    const right = { ...edit.value, dob: edit.value.dob === '' ? null : edit.value.dob }
    await c.tx.update(people).set(right).where(eq(people.id, personId))
    c.log({ channel: 'auth', level: 'info', message: logLines.detailsCorrected, metadata: { user: personId, changed } })
  }
  return done({})
}
