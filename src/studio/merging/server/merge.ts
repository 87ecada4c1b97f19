// Merges two records of one person; can be undone for 30 days.
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { categoryOf } from '#studio/accounts/rules.ts'
import { endSessions } from '#studio/accounts/server/sessions.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { payersChanged } from '#studio/families/events.ts'
import { lockPasses } from '#studio/memberships/server/forget.ts'
import { writesMoved } from '#studio/notices/server/tell.ts'
import { lockPayers } from '#studio/payments/server/credit.ts'
import { issuedTo, makePayers, payerIdFor, payerOfPerson } from '#studio/payments/server/payers.ts'
import { lockPayments } from '#studio/payments/server/settle.ts'
import { credits, payers, payments } from '#studio/payments/tables.ts'
import { placesComing, raiseFewer } from '#studio/registrations/server/fewer.ts'
import { lockPlacesOf } from '#studio/waiting/server/forget.ts'
import { logLines } from '../messages/log.ts'
import { merged, UNDO_MERGE_WITHIN, type Before, type MergedField } from '../rules.ts'
import { mergedRows, merges } from '../tables.ts'
import { follow } from './follow.ts'
import { hindrancesOf, lookAt, type Both } from './hindrances.ts'
import { moveBack, moveRows, takeOut, type Way } from './move.ts'
import { nameOf, ofAccount, ofPayer, ofPerson } from './ownerColumns.ts'
import { joinSpans, partSpans, takeSpansSince } from './spans.ts'

type Person = typeof people.$inferSelect

/** Locks both people, what they have, and their payers, in the order of locks. */
async function lockBoth(c: CommandContext, ids: string[], payerIds: readonly string[] = []): Promise<void> {
  await lockPlacesOf(c, ids)
  const theirs = await c.tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.personId, ids))
    .orderBy(asc(accounts.id))
    .for('update')
  const paying = await c.tx
    .select({ id: guardians.accountId })
    .from(guardians)
    .where(and(inArray(guardians.personId, ids), guardians.pays))
  await lockPayers(c, [...[...theirs, ...paying].map(({ id }) => id), ...ids.map(payerOfPerson), ...payerIds])
  await c.tx.select({ id: people.id }).from(people).where(inArray(people.id, ids)).orderBy(asc(people.id)).for('update')
  await lockPasses(c, ids)
  await lockPayments(c, inArray(payments.userId, ids))
}

export const merge = run(async (c, { take, ...both }: Both & { take: readonly MergedField[] }) => {
  const { keptId, goneId } = both
  await lockBoth(c, [keptId, goneId])
  const found = await lookAt(c.tx, both, c.me.personId)
  if (found.refused !== null) return refuse(found.refused)
  const [first] = await hindrancesOf(c.tx, both)
  if (first) return refuse('inTheWay', { name: first.name })
  const { kept, gone } = found
  const mergeId = newId()
  const closed = kept.account && gone.account ? gone.account : null
  const before: Before = {
    gone: factsOf(gone.person),
    kept: factsOf(kept.person),
    account: gone.account && { accountId: gone.account.id, active: gone.account.active, closed: closed !== null },
  }
  await c.tx.insert(merges).values({ id: mergeId, keptId, goneId, at: c.now, byAccountId: c.actorId, before })

  const places = await placesComing(c, [keptId, goneId])
  const after = merged(before.kept, before.gone, take)
  await emptyRecord(c, goneId)
  await c.tx.update(people).set(after).where(eq(people.id, keptId))
  const way = { mergeId, from: goneId, to: keptId }
  const inOrder = take.includes('membershipCategory') ? [gone.person, kept.person] : [kept.person, gone.person]
  const made = await joinSpans(c, way, inOrder, categoryOf(after))
  await c.tx
    .update(merges)
    .set({ before: { ...before, spans: made } })
    .where(eq(merges.id, mergeId))
  for (const owner of ofPerson) await moveRows(c.tx, owner, way)
  if (closed && kept.account) await closeAccount(c, { mergeId, from: closed.id, to: kept.account.id })
  else await c.tx.update(accounts).set({ personId: keptId }).where(eq(accounts.personId, goneId))
  await notOwnGuardian(c, mergeId, keptId)
  await movePayers(c, { mergeId, keptId, gone: [payerOfPerson(goneId), ...(closed ? [closed.id] : [])] })
  // not by `categoryChanged`: only both records together say since when, and where there are fewer places
  await raiseFewer(c, { userId: keptId, before: places, after: await placesComing(c, [keptId]) })
  const metadata = { user: keptId, gone: goneId, merge: mergeId }
  c.log({ channel: 'auth', level: 'warning', message: logLines.merged, metadata })
  return done({ mergeId })
})

function factsOf({ displayName, familyName, dob, phone, memberLevel, membershipCategory, active, ...more }: Person) {
  const { deletionAskedAt } = more
  return { displayName, familyName, dob, phone, memberLevel, membershipCategory, active, deletionAskedAt }
}

/** Keeps the row of the record, as for deleted people, because other rows refer to it. */
async function emptyRecord(c: CommandContext, goneId: string): Promise<void> {
  const nobody = { displayName: '', familyName: '', dob: null, phone: '', active: false, deletionAskedAt: null }
  await c.tx
    .update(people)
    .set({ ...nobody, memberLevel: 'standard', membershipCategory: null, deletedAt: c.now })
    .where(eq(people.id, goneId))
}

/** Closes an account: it can't sign in and acts for nobody; the other account does from now on. */
async function closeAccount(c: CommandContext, way: Way): Promise<void> {
  for (const owner of ofAccount) await moveRows(c.tx, owner, way)
  await writesMoved(c, way.to)
  await c.tx.update(accounts).set({ personId: null, active: false }).where(eq(accounts.id, way.from))
  await endSessions(c.tx, way.from)
}

async function notOwnGuardian(c: CommandContext, mergeId: string, keptId: string): Promise<void> {
  const [own] = await c.tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.personId, keptId))
  const owner = ofPerson.find((one) => nameOf(one) === 'guardians.personId')
  if (!own || !owner) return
  const itself = and(eq(owner.column, keptId), sql`account_id = ${own.id}`)
  await takeOut(c.tx, owner, { mergeId, from: keptId, to: keptId }, itself)
}

interface Payers {
  readonly mergeId: string
  readonly keptId: string
  /** Ids from the record that goes. */
  readonly gone: readonly string[]
}

/** Moves open payments, credit and reference numbers to the kept record's payer; paid payments stay. */
async function movePayers(c: CommandContext, { mergeId, keptId, gone }: Payers): Promise<void> {
  const to = await payerIdFor(c.tx, keptId)
  const from = [...gone, payerOfPerson(keptId)].filter((id) => id !== to)
  const found = await c.tx.select({ id: payers.id }).from(payers).where(inArray(payers.id, from))
  if (found.length === 0) return
  await makePayers(c, [{ payerId: to, userId: keptId }])
  // mostly locked already, but the payer may have changed a moment ago
  await lockPayers(c, [to])
  for (const { id } of found) {
    const way = { mergeId, from: id, to }
    const open = notInArray(payments.status, ['confirmed', 'cancelled'])
    await moveRows(c.tx, ofPayer.payments, way, open)
    await moveRows(c.tx, ofPayer.credits, way)
    await moveRows(c.tx, ofPayer.references, way)
    if (gone.includes(id)) await moveRows(c.tx, ofPayer.lines, way)
    if (gone.includes(id)) await moveRows(c.tx, ofPayer.papers, way)
    if (gone.includes(id)) await moveRows(c.tx, ofPayer.buyers, way)
    await issuedTo(c.tx, id, c.now)
  }
}

export const undo = run(async (c, { mergeId }: { mergeId: string }) => {
  const [seen] = await c.tx.select().from(merges).where(eq(merges.id, mergeId))
  const moved = await creditsMoved(c, mergeId)
  const payerIds = moved.flatMap(({ fromId, toId }) => [fromId, toId])
  if (seen) await lockBoth(c, [seen.keptId, seen.goneId], payerIds)
  const [one] = await c.tx.select().from(merges).where(eq(merges.id, mergeId)).for('update')
  if (!one || !one.before || one.undoneAt !== null || one.at + UNDO_MERGE_WITHIN <= c.now) return refuse('undoOver')
  const { keptId, goneId, before } = one
  const later = await c.tx
    .select({ id: merges.id })
    .from(merges)
    .where(
      and(
        sql`(${merges.at}, ${merges.id}) > (select m.at, m.id from ${merges} m where m.id = ${mergeId})`,
        sql`${merges.undoneAt} is null and (${inArray(merges.keptId, [keptId, goneId])} or ${merges.goneId} = ${keptId})`,
      ),
    )
  if (later.length > 0) return refuse('mergedSince')
  if (await spent(c, mergeId)) return refuse('creditSpent')
  const [kept] = await c.tx.select().from(people).where(eq(people.id, keptId))
  if (!kept || kept.deletedAt !== null) return refuse('undoOver')

  const places = await placesComing(c, [keptId])
  await c.tx
    .update(people)
    .set({ ...before.gone, deletedAt: null })
    .where(eq(people.id, goneId))
  const since = await takeSpansSince(c.tx, keptId, before.spans)
  await moveBack(c.tx, mergeId)
  await follow(c.tx, { from: keptId, to: goneId, at: one.at })
  if (before.account) {
    const { accountId, active, closed } = before.account
    const back = { personId: goneId, ...(closed ? { active } : {}) }
    await c.tx.update(accounts).set(back).where(eq(accounts.id, accountId))
    await writesMoved(c, accountId)
  }
  const now = await keptAgain(c, kept, before)
  await partSpans(c, { before, since, merged: kept, now })
  await c.tx.update(merges).set({ undoneAt: c.now, before: null }).where(eq(merges.id, mergeId))
  await c.tx.delete(mergedRows).where(eq(mergedRows.mergeId, mergeId))
  await c.raise(payersChanged, { personId: goneId })
  await c.raise(payersChanged, { personId: keptId })
  await raiseFewer(c, { userId: keptId, before: places, after: await placesComing(c, [keptId, goneId]) })
  const metadata = { user: keptId, gone: goneId, merge: mergeId }
  c.log({ channel: 'auth', level: 'warning', message: logLines.parted, metadata })
  return done({})
})

const creditsMoved = (c: CommandContext, mergeId: string) =>
  c.tx
    .select()
    .from(mergedRows)
    .where(and(eq(mergedRows.mergeId, mergeId), eq(mergedRows.ownerColumn, nameOf(ofPayer.credits))))

/** Keeps what was changed at the kept record since the merge. */
async function keptAgain(c: CommandContext, kept: Person, { kept: was, gone }: Before): Promise<Person> {
  const taken = (['dob', 'phone', 'memberLevel', 'membershipCategory', 'active'] as const).filter(
    (field) => kept[field] === gone[field] && kept[field] !== was[field],
  )
  if (taken.length === 0) return kept
  const back = Object.fromEntries(taken.map((field) => [field, was[field]]))
  await c.tx.update(people).set(back).where(eq(people.id, kept.id))
  return { ...kept, ...back }
}

/** Whether credit that would go back has been used or paid out. */
async function spent(c: CommandContext, mergeId: string): Promise<boolean> {
  const goes = await creditsMoved(c, mergeId)
  if (goes.length === 0) return false
  const ids = goes.map(({ key }) => Number(key['id']))
  const left = await c.tx
    .select({ payerId: credits.payerId })
    .from(credits)
    .where(
      and(
        sql`${credits.undoneAt} is null`,
        inArray(
          credits.payerId,
          goes.map(({ toId }) => toId),
        ),
      ),
    )
    .groupBy(credits.payerId)
    .having(sql`coalesce(sum(${credits.cents}) filter (where ${notInArray(credits.id, ids)}), 0) < 0`)
  return left.length > 0
}
