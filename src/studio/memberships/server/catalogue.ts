import { desc, eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, shared } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { decideEdit } from '#studio/accounts/server/edits.ts'
import type { memberships as contract, MembershipForm } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { checkMembership, checkMembershipEdit, formPrices } from '../rules.ts'
import { memberships } from '../tables.ts'

export const manage = shared([memberships], ({ db }) =>
  db.select().from(memberships).orderBy(desc(memberships.createdAt), desc(memberships.id)),
)

export const create = run(async (c, form: MembershipForm) => {
  const wrong = refuseWrong(checkMembership(form, c.settings.classCategories))
  if (wrong) return wrong
  const id = newId()
  const row = rowOf(form)
  await c.tx.insert(memberships).values({ id, ...row, createdAt: c.now, updatedAt: c.now })
  const metadata = { membershipId: id }
  c.log({ channel: 'membership', level: 'info', message: logLines.created(row.name), metadata })
  return done({ id })
})

export const update = run(async (c, input: InputOf<typeof contract.update>) => {
  const { membershipId, before, ...typed } = input
  const [row] = await c.tx.select().from(memberships).where(eq(memberships.id, membershipId)).for('no key update')
  if (!row) return refuse('membershipNotFound')
  const check = (form: MembershipForm) => checkMembershipEdit(form, c.settings.classCategories, row)
  const edit = await decideEdit(c, row, { saved: formOf(row), before, typed, check })
  if (!edit.ok) return edit
  const changed = rowOf(edit.value)
  await c.tx
    .update(memberships)
    // an edit replaces the legacy single price by two prices
    .set({ ...changed, price: null, updatedAt: c.now, editedBy: c.actorId })
    .where(eq(memberships.id, membershipId))
  const metadata = { membershipId }
  c.log({ channel: 'membership', level: 'info', message: logLines.changed(changed.name), metadata })
  return done({})
})

export const setStatus = run(
  async (c, { membershipId, status }: { membershipId: string; status: 'active' | 'archived' }) => {
    const [found] = await c.tx
      .update(memberships)
      .set({ status, updatedAt: c.now, editedBy: c.actorId })
      .where(eq(memberships.id, membershipId))
      .returning({ name: memberships.name })
    if (!found) return refuse('membershipNotFound')
    const message = logLines[status === 'archived' ? 'archived' : 'activated'](found.name)
    c.log({ channel: 'membership', level: 'info', message, metadata: { membershipId } })
    return done({})
  },
)

/** Form values of a saved membership; a missing price becomes -1, which the rule refuses. */
function formOf(row: typeof memberships.$inferSelect): MembershipForm {
  const { standardPrice, memberPrice } = formPrices(row)
  return { ...row, standardPrice: standardPrice ?? -1, memberPrice: memberPrice ?? -1 }
}

const rowOf = (form: MembershipForm) => ({
  ...form,
  name: form.name.trim(),
  description: form.description.trim(),
})
