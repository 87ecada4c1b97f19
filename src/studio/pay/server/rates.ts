import { and, asc, desc, eq, inArray, or } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { contentOf } from '#server/changes/topics.ts'
import { run, shared } from '#server/procedures.ts'
import { fullName, refuseWrong } from '#studio/accounts/rules.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import type { RateForm } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { checkRate } from '../rules.ts'
import { payRates } from '../tables.ts'
import { fixEnded, giveRate } from './fix.ts'

const teach = inArray(accounts.role, ['teacher', 'admin'])

export const rates = shared([contentOf(accounts), people, payRates], async ({ db }) => {
  const rates = await db.select().from(payRates).orderBy(desc(payRates.from))
  const found = await db
    .select({ id: accounts.id, displayName: people.displayName, familyName: people.familyName })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.personId))
    .where(
      or(
        teach,
        inArray(
          accounts.id,
          rates.map(({ accountId }) => accountId),
        ),
      ),
    )
    .orderBy(asc(people.displayName), asc(people.familyName), asc(accounts.id))
  return found.map(({ id, ...person }) => ({
    accountId: id,
    name: fullName(person),
    rates: rates
      .filter(({ accountId }) => accountId === id)
      .map(({ id, from, base, perHead, most }) => ({ id, from, base, perHead, most })),
  }))
})

export const setRate = run(async (c, { accountId, ...form }: RateForm & { accountId: string }) => {
  const wrong = refuseWrong(checkRate(form))
  if (wrong) return wrong
  const { from, base, perHead, most } = form
  if (base === null || perHead === null) throw new Error('The rate was not checked.')
  const [teacher] = await c.tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), teach))
    .for('key share')
  if (!teacher) return refuse('teacherNotFound')
  // past classes keep the old rate
  await fixEnded(c)
  const sums = { base, perHead, most, createdAt: c.now }
  await c.tx
    .insert(payRates)
    .values({ id: newId(), accountId, from, ...sums })
    .onConflictDoUpdate({ target: [payRates.accountId, payRates.from], set: sums })
  await giveRate(c, accountId)
  c.log({ channel: 'payments', level: 'info', message: logLines.rateSet, metadata: { teacher: accountId, from } })
  return done({})
})

export const removeRate = run(async (c, { rateId }: { rateId: string }) => {
  const [removed] = await c.tx.select().from(payRates).where(eq(payRates.id, rateId))
  if (!removed) return refuse('rateNotFound')
  await fixEnded(c)
  await c.tx.delete(payRates).where(eq(payRates.id, rateId))
  const metadata = { teacher: removed.accountId, from: removed.from }
  c.log({ channel: 'payments', level: 'info', message: logLines.rateRemoved, metadata })
  return done({})
})
