import { eq } from 'drizzle-orm'
import { done } from '#kernel/result.ts'
import { dateIn } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { personal, run } from '#server/procedures.ts'
import type { Details } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { checkPerson } from '../rules/forms.ts'
import { accounts, people } from '../tables.ts'
import { decideEdit } from './edits.ts'

export const details = personal({ ownOn: [people.id], accountOn: [accounts.id] }, ({ db, subjectId, accountId }) =>
  detailsOf(db, subjectId, accountId ?? ''),
)

async function detailsOf(db: Tx, personId: string, accountId: string): Promise<Details> {
  const [[person], [account]] = await Promise.all([
    db.select().from(people).where(eq(people.id, personId)),
    db.select({ language: accounts.language }).from(accounts).where(eq(accounts.id, accountId)),
  ])
  if (!person || !account) throw new Error('The caller has no person of their own.')
  const { displayName, familyName, phone, dob } = person
  return { displayName, familyName, phone, dob: dob ?? '', language: account.language }
}

/** Lock order: the account before its person. */
export const saveDetails = run(async (c, { typed, before }: { typed: Details; before: Details }) => {
  const [mine, own] = [eq(accounts.id, c.me.accountId), eq(people.id, c.subjectId)]
  await c.tx.select({ id: accounts.id }).from(accounts).where(mine).for('no key update')
  await c.tx.select({ id: people.id }).from(people).where(own).for('no key update')
  const saved = await detailsOf(c.tx, c.subjectId, c.me.accountId)
  const tidied = await tidy(typed)
  const today = dateIn(c.settings.timeZone, c.now)
  const check = (form: Details) => ({
    ...checkPerson(form, today),
    phone: tidied === null && form.phone !== saved.phone ? 'phoneInvalid' : undefined,
  })
  const edit = await decideEdit(c, { editedBy: null }, { saved, before, typed: tidied ?? typed, check })
  if (!edit.ok) return edit
  const { language, ...person } = edit.value
  await c.tx.update(accounts).set({ language }).where(mine)
  await c.tx.update(people).set(person).where(own)
  const changed = (Object.keys(saved) as (keyof Details)[]).filter((name) => saved[name] !== edit.value[name])
  if (changed.length > 0)
    c.log({ channel: 'auth', level: 'info', message: logLines.detailsChanged, metadata: { changed } })
  return done(edit.value)
})

/** Trims texts and formats the phone number; null if there is no such number. */
async function tidy(form: Details): Promise<Details | null> {
  const names = { displayName: form.displayName.trim(), familyName: form.familyName.trim() }
  const phone = await shownPhone(form.phone)
  return phone === null ? null : { ...form, ...names, phone }
}

/**
 * Formats a phone number; one without a country code is Estonian. The library is large, so it is loaded on first use.
 */
export async function shownPhone(typed: string): Promise<string | null> {
  if (typed.trim() === '') return ''
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const number = parsePhoneNumberFromString(typed, 'EE')
  return number?.isValid() ? number.formatInternational() : null
}
