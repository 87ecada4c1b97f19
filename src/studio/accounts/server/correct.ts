import { eq } from 'drizzle-orm'
import { done, refuse, type Result } from '#kernel/result.ts'
import { dateIn } from '#kernel/time.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import type { PersonDetails } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { checkCorrection } from '../rules/forms.ts'
import { people } from '../tables.ts'
import { decideEdit } from './edits.ts'
import { lockPerson } from './locks.ts'

interface Correction {
  readonly typed: PersonDetails
  readonly before: PersonDetails
}

export const correctPerson = run(async (c, { userId, typed, before }: Correction & { userId: string }) => {
  const person = await lockPerson(c.tx, userId)
  if (!person) return refuse('userNotFound')
  const today = dateIn(c.settings.timeZone, c.now)
  return await correct(c, person, { typed, before }, (form) => checkCorrection(form, today))
})

/** Saves corrections of a locked person; the old, wrong values are not logged. */
export async function correct(
  c: CommandContext,
  person: typeof people.$inferSelect,
  { typed, before }: Correction,
  check: (form: PersonDetails) => Readonly<Record<string, string | undefined>>,
): Promise<Result<Record<string, never>, 'invalidFields' | 'editedMeanwhile'>> {
  const saved = { displayName: person.displayName, familyName: person.familyName, dob: person.dob ?? '' }
  const tidied = { ...typed, displayName: typed.displayName.trim(), familyName: typed.familyName.trim() }
  const edit = await decideEdit(c, { editedBy: null }, { saved, before, typed: tidied, check })
  if (!edit.ok) return edit
  const changed = (Object.keys(saved) as (keyof PersonDetails)[]).filter((name) => saved[name] !== edit.value[name])
  if (changed.length > 0) {
    const right = { ...edit.value, dob: edit.value.dob === '' ? null : edit.value.dob }
    await c.tx.update(people).set(right).where(eq(people.id, person.id))
    const metadata = { user: person.id, changed }
    c.log({ channel: 'auth', level: 'info', message: logLines.detailsCorrected, metadata })
  }
  return done({})
}
