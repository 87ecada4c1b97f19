import { asc, eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, shared } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import type { MembershipForm } from '../contract.ts'
import { checkMembership, checkMembershipEdit } from '../rules.ts'
import { memberships } from '../tables.ts'

export const manage = shared(['memberships'], ({ db }) =>
  db.select().from(memberships).orderBy(asc(memberships.name), asc(memberships.id)),
)

export const create = run(async (c, form: MembershipForm) => {
  const wrong = refuseWrong(checkMembership(form))
  if (wrong) return wrong
  const id = newId()
  const row = rowOf(form)
  await c.tx.insert(memberships).values({ id, ...row, createdAt: c.now, updatedAt: c.now })
  const metadata = { membershipId: id }
  c.log({ channel: 'membership', level: 'info', message: `Membership created: ${row.name}.`, metadata })
  return done({ id })
})

export const update = run(async (c, { membershipId, ...form }: MembershipForm & { membershipId: string }) => {
  const wrong = refuseWrong(checkMembershipEdit(form))
  if (wrong) return wrong
  const row = rowOf(form)
  const [found] = await c.tx
    .update(memberships)
    // two prices from now on: the legacy single one has had its day
    .set({ ...row, price: null, updatedAt: c.now })
    .where(eq(memberships.id, membershipId))
    .returning({ id: memberships.id })
  if (!found) return refuse('membershipNotFound')
  const metadata = { membershipId }
  c.log({ channel: 'membership', level: 'info', message: `Membership changed: ${row.name}.`, metadata })
  return done({})
})

export const setStatus = run(
  async (c, { membershipId, status }: { membershipId: string; status: 'active' | 'archived' }) => {
    const [found] = await c.tx
      .update(memberships)
      .set({ status, updatedAt: c.now })
      .where(eq(memberships.id, membershipId))
      .returning({ name: memberships.name })
    if (!found) return refuse('membershipNotFound')
    const message = `Membership ${status === 'archived' ? 'archived' : 'activated'}: ${found.name}.`
    c.log({ channel: 'membership', level: 'info', message, metadata: { membershipId } })
    return done({})
  },
)

const rowOf = (form: MembershipForm) => {
  const { standardPrice, memberPrice, classLimit, validPeriod, categories, excludedCategories } = form
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    standardPrice,
    memberPrice,
    classLimit,
    validPeriod,
    categories,
    excludedCategories,
  }
}
