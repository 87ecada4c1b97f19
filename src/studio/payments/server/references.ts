// Reference numbers, by which a bank transfer finds its payer.
import { asc, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { isReference, plainReference } from '#kernel/references.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { personal, run, shared } from '#server/procedures.ts'
import { lockPerson } from '#studio/accounts/server/locks.ts'
import { accounts, guardians } from '#studio/accounts/tables.ts'
import { logLines } from '../messages/log.ts'
import { payerReferences } from '../tables.ts'
import { payerFor, payerIdFor } from './payers.ts'

/** All reference numbers of a payer, the issued one first. */
export const referencesOfPayer = (tx: Tx, payerId: string) =>
  tx
    .select()
    .from(payerReferences)
    .where(eq(payerReferences.payerId, payerId))
    .orderBy(asc(isNotNull(payerReferences.addedBy)), asc(payerReferences.createdAt), asc(payerReferences.reference))

/** The issued reference number of each payer. */
export async function firstReferences(db: Tx, payerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (payerIds.length === 0) return new Map()
  const found = await db
    .select()
    .from(payerReferences)
    .where(inArray(payerReferences.payerId, [...payerIds]))
    .orderBy(
      // sort the issued number last, so that it wins in the Map
      desc(isNotNull(payerReferences.addedBy)),
      desc(payerReferences.createdAt),
      desc(payerReferences.reference),
    )
  return new Map(found.map(({ payerId, reference }) => [payerId, reference]))
}

export const myReference = personal({ accountOn: [payerReferences.payerId] }, async ({ db, accountId }) => {
  const [first] = await referencesOfPayer(db, accountId ?? '')
  return { reference: first?.reference ?? null }
})

export const referencesOf = shared(
  [payerReferences, guardians, contentOf(accounts)],
  async ({ db }, { userId }: { userId: string }) => {
    const found = await referencesOfPayer(db, await payerIdFor(db, userId))
    return found.map(({ reference, addedBy }) => ({ reference, added: addedBy !== null }))
  },
)

export const addReference = run(async (c, input: { userId: string; reference: string }) => {
  const reference = plainReference(input.reference)
  if (!isReference(reference)) return refuseFields({ reference: 'referenceInvalid' })
  if (!(await lockPerson(c.tx, input.userId))) return refuse('userNotFound')
  const [taken] = await c.tx.select().from(payerReferences).where(eq(payerReferences.reference, reference))
  if (taken) return refuseFields({ reference: 'referenceTaken' })
  const { payerId, parts } = payerFor(c.tx, { userId: input.userId, by: null, now: c.now })
  await c.tx
    .with(...parts)
    .insert(payerReferences)
    .values({ reference, payerId: payerId as never, createdAt: c.now, addedBy: c.actorId })
  const metadata = { reference, user: input.userId }
  c.log({ channel: 'payments', level: 'info', message: logLines.referenceAdded(reference), metadata })
  return done({})
})
