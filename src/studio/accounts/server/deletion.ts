import { and, asc, count, eq, gt, isNotNull, isNull, ne, notExists, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { cutOut, withTexts } from '#kernel/cutOut.ts'
import { done, refuse, type Result } from '#kernel/result.ts'
import type { Tx } from '#server/db/database.ts'
import { personal, run, shared, type CommandContext } from '#server/procedures.ts'
import { aboutWhom, logs, writtenByOthersAbout } from '#studio/logs/tables.ts'
import { logLines } from '../messages/log.ts'
import { fullName } from '../rules.ts'
import { accounts, emailLinks, guardians, people } from '../tables.ts'
import { isLastAdmin, raiseCategory } from './people.ts'

type Person = typeof people.$inferSelect
type Account = typeof accounts.$inferSelect

export const deletion = personal({ ownOn: [people.id] }, async ({ db, subjectId }) => {
  const [person] = await db.select({ askedAt: people.deletionAskedAt }).from(people).where(eq(people.id, subjectId))
  return { askedAt: person?.askedAt ?? null }
})

export const askForDeletion = run(async (c) => {
  // no other admin could carry the deletion out
  if (c.me.kind === 'admin' && (await isLastAdmin(c, c.subjectId))) return refuse('lastAdmin')
  const first = and(eq(people.id, c.subjectId), isNull(people.deletionAskedAt), isNull(people.deletedAt))
  const asked = await c.tx.update(people).set({ deletionAskedAt: c.now }).where(first).returning({ id: people.id })
  if (asked.length > 0) c.log({ channel: 'auth', level: 'warning', message: logLines.deletionAsked })
  return done({})
})

export const withdrawDeletion = run(async (c) => {
  const asked = and(eq(people.id, c.subjectId), isNotNull(people.deletionAskedAt))
  const found = await c.tx.update(people).set({ deletionAskedAt: null }).where(asked).returning({ id: people.id })
  if (found.length > 0) c.log({ channel: 'auth', level: 'info', message: logLines.deletionNotWanted })
  return done({})
})

export const deletionRequests = shared([people], async ({ db }) => {
  const found = await db
    .select()
    .from(people)
    .where(isNotNull(people.deletionAskedAt))
    .orderBy(asc(people.deletionAskedAt), asc(people.id))
  return found.map((person) => ({ ...person, askedAt: person.deletionAskedAt ?? 0 }))
})

/** Locks the account of a person who is to be deleted, so that it can be given nothing more; null if there is none. */
export async function lockAccountForDeletion(
  c: CommandContext,
  userId: string,
): Promise<Result<Account | null, 'ownAccount' | 'lastAdmin'>> {
  if (userId === c.me.personId) return refuse('ownAccount')
  const theirs = eq(accounts.personId, userId)
  const [seen] = await c.tx.select({ role: accounts.role }).from(accounts).where(theirs)
  // two admins may be deleting each other at the same time
  if (seen?.role === 'admin' && (await isLastAdmin(c, userId))) return refuse('lastAdmin')
  const [account = null] = await c.tx.select().from(accounts).where(theirs).for('update')
  return done(account)
}

/** The same with the person, after the account; null if they are deleted already. */
export async function lockPersonForDeletion(c: CommandContext, userId: string): Promise<Person | null> {
  const living = and(eq(people.id, userId), isNull(people.deletedAt))
  const [person = null] = await c.tx.select().from(people).where(living).for('update')
  return person
}

/** Addresses of an account, current and recent or pending, except those that belong to another account now. */
export async function addressesOf(tx: Tx, account: Account | null): Promise<string[]> {
  if (!account) return []
  const others = tx.select({ email: accounts.email }).from(accounts).where(ne(accounts.id, account.id))
  const found = await tx
    .selectDistinct({ address: emailLinks.address })
    .from(emailLinks)
    .where(and(eq(emailLinks.accountId, account.id), notInArray(emailLinks.address, others)))
  return [account.email, ...found.flatMap(({ address }) => address ?? [])]
}

/** How many children have only this account as guardian. */
export async function onlyGuardianOf(tx: Tx, accountId: string): Promise<number> {
  const other = alias(guardians, 'other')
  const others = tx
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.personId, guardians.personId), ne(other.accountId, accountId)))
  const [found] = await tx
    .select({ children: count() })
    .from(guardians)
    .where(and(eq(guardians.accountId, accountId), notExists(others)))
  return found?.children ?? 0
}

/** Ends all guardian links: those to the person, and those of the account. */
export async function endLinks(c: CommandContext, personId: string, account: Account | null): Promise<void> {
  const theirs = or(eq(guardians.personId, personId), account ? eq(guardians.accountId, account.id) : undefined)
  await c.tx.delete(guardians).where(theirs)
}

/**
 * Deletes a person's details but keeps the row, to which the books refer; deletes the account with its sessions, links
 * and password, and removes the person's name from the logs.
 */
export async function forgetPerson(c: CommandContext, person: Person, account: Account | null): Promise<void> {
  if (account) await c.tx.delete(accounts).where(eq(accounts.id, account.id))
  await c.tx
    .update(people)
    .set({
      displayName: '',
      familyName: '',
      dob: null,
      phone: '',
      active: false,
      memberLevel: 'standard',
      membershipCategory: null,
      deletionAskedAt: null,
      deletedAt: c.now,
    })
    .where(eq(people.id, person.id))
  await forgetLogged(c, person, account)
  await raiseCategory(c, person.id, person, { active: false, membershipCategory: null })
}

/** Deletes the person's sign-in, role and level lines; other lines stay, and identify people by id only. */
async function forgetLogged(c: CommandContext, person: Person, account: Account | null): Promise<void> {
  const own = account
    ? and(eq(logs.userId, account.id), sql`coalesce(${aboutWhom}, ${person.id}) = ${person.id}`)
    : undefined
  await c.tx.delete(logs).where(and(eq(logs.channel, 'auth'), or(own, writtenByOthersAbout(person.id))))
  await cutFromLogs(c, [account?.email ?? '', fullName(person)])
}

/** Log lines read and written per batch. */
const LINES = 2_000

/** Replaces the name in lines that contain it; lines that merely contain the same letters stay unchanged. */
async function cutFromLogs(c: CommandContext, names: readonly string[]): Promise<void> {
  const without = cutOut(names, '…')
  const told = names.filter((name) => name !== '')
  const said = [logs.message, logs.messageEt].map((column) => sql`${column} like any(${patterns(told)})`)
  const named = or(...said, holdsOneOf(logs.metadata, told))
  for (let after = 0, more = true; more;) {
    const found = await c.tx
      .select({ id: logs.id, message: logs.message, messageEt: logs.messageEt, metadata: logs.metadata })
      .from(logs)
      .where(and(gt(logs.id, after), named))
      // + 0 keeps the planner off the index: a parallel sequential scan is faster here
      .orderBy(sql`${logs.id} + 0`)
      .limit(LINES)
    after = found.at(-1)?.id ?? after
    more = found.length === LINES
    const cut = found.map(({ id, message, messageEt, metadata }) => ({
      id,
      message: without(message),
      messageEt: messageEt === null ? null : without(messageEt),
      metadata: withTexts(metadata, without),
    }))
    const changed = cut.filter((line, index) => JSON.stringify(line) !== JSON.stringify(found[index]))
    if (changed.length === 0) continue
    await c.tx.execute(sql`
      update ${logs} set message = cut.message, message_et = cut."messageEt", metadata = cut.metadata
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) 
        as cut (id bigint, message text, "messageEt" text, metadata jsonb)
      where ${logs.id} = cut.id`)
  }
}

/** Whether the JSON contains one of the texts; the whole JSON is tested first, which is faster. */
function holdsOneOf(json: typeof logs.metadata, texts: readonly string[]): SQL | undefined {
  const asJson = texts.map((text) => JSON.stringify(text))
  const whole = sql`${json}::text like any(${patterns(asJson.map((text) => text.slice(1, -1)))})`
  const within = asJson.map((text) => {
    const path = `$.** ? (@.type() == "string" && @ like_regex ${text} flag "q")`
    return sql`jsonb_path_exists(${json}, ${path}::jsonpath)`
  })
  return and(whole, or(...within))
}

/** LIKE patterns for the texts; PostgreSQL estimates these as rare, but not `position`. */
const patterns = (texts: readonly string[]) =>
  sql`${sql.param(texts.map((text) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`))}::text[]`
