import { and, asc, eq, gt, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { cutOut, withTexts } from '#kernel/cutOut.ts'
import { done, refuse, type Result } from '#kernel/result.ts'
import { personal, run, shared, type CommandContext } from '#server/procedures.ts'
import { aboutWhom, logs, writtenByOthersAbout } from '#studio/logs/tables.ts'
import { fullName } from '../rules.ts'
import { credentials, emailLinks, sessions, users } from '../tables.ts'
import { isLastAdmin, raiseCategory } from './people.ts'

type User = typeof users.$inferSelect

export const deletion = personal({ ownOn: ['users'] }, async ({ db, userId }) => {
  const [user] = await db.select({ askedAt: users.deletionAskedAt }).from(users).where(eq(users.id, userId))
  return { askedAt: user?.askedAt ?? null }
})

export const askForDeletion = run(async (c) => {
  const first = and(eq(users.id, c.me.userId), isNull(users.deletionAskedAt), isNull(users.deletedAt))
  const asked = await c.tx.update(users).set({ deletionAskedAt: c.now }).where(first).returning({ id: users.id })
  if (asked.length > 0) c.log({ channel: 'auth', level: 'warning', message: 'User asked for their deletion.' })
  return done({})
})

export const withdrawDeletion = run(async (c) => {
  const asked = and(eq(users.id, c.me.userId), isNotNull(users.deletionAskedAt))
  const found = await c.tx.update(users).set({ deletionAskedAt: null }).where(asked).returning({ id: users.id })
  if (found.length > 0) c.log({ channel: 'auth', level: 'info', message: 'User wants no deletion any more.' })
  return done({})
})

export const deletionRequests = shared(['users'], async ({ db }) => {
  const found = await db
    .select()
    .from(users)
    .where(isNotNull(users.deletionAskedAt))
    .orderBy(asc(users.deletionAskedAt), asc(users.id))
  return found.map((user) => ({ ...user, askedAt: user.deletionAskedAt ?? 0 }))
})

/** Locks somebody who is to be deleted against everything that would still be given to them. */
export async function lockForDeletion(
  c: CommandContext,
  userId: string,
): Promise<Result<User, 'userNotFound' | 'ownAccount' | 'lastAdmin'>> {
  if (userId === c.me.userId) return refuse('ownAccount')
  const living = and(eq(users.id, userId), isNull(users.deletedAt))
  const [seen] = await c.tx.select({ role: users.role }).from(users).where(living)
  // two admins may be deleting each other
  if (seen?.role === 'admin' && (await isLastAdmin(c, userId))) return refuse('lastAdmin')
  const [user] = await c.tx.select().from(users).where(living).for('update')
  return user ? done(user) : refuse('userNotFound')
}

/** Empties the account, which stays for the books to refer to; sessions and links end, and so does what was logged. */
export async function forgetAccount(c: CommandContext, user: User): Promise<void> {
  await c.tx.delete(sessions).where(eq(sessions.userId, user.id))
  await c.tx.delete(emailLinks).where(eq(emailLinks.userId, user.id))
  await c.tx.delete(credentials).where(eq(credentials.userId, user.id))
  await c.tx
    .update(users)
    .set({
      email: '',
      displayName: '',
      familyName: '',
      dob: null,
      role: 'user',
      active: false,
      memberLevel: 'standard',
      membershipCategory: null,
      language: 'en',
      emailVerifiedAt: null,
      lastLogin: null,
      deletionAskedAt: null,
      deletedAt: c.now,
    })
    .where(eq(users.id, user.id))
  await forgetLogged(c, user)
  await raiseCategory(c, user.id, user, { active: false, membershipCategory: null })
}

/** Sign-ins, roles and levels are about the person alone; lines of the books stay, and name nobody but by id. */
async function forgetLogged(c: CommandContext, user: User): Promise<void> {
  const own = and(eq(logs.userId, user.id), sql`coalesce(${aboutWhom}, ${user.id}) = ${user.id}`)
  await c.tx.delete(logs).where(and(eq(logs.channel, 'auth'), or(own, writtenByOthersAbout(user.id))))
  await cutFromLogs(c, [user.email, fullName(user)])
}

/** Log lines that are looked at and written at a time. */
const LINES = 2_000

/** Lines that name the person stay without the name; those that only hold its letters are left as they are. */
async function cutFromLogs(c: CommandContext, names: readonly string[]): Promise<void> {
  const without = cutOut(names, '…')
  const told = names.filter((name) => name !== '')
  const named = or(sql`${logs.message} like any(${patterns(told)})`, holdsOneOf(logs.metadata, told))
  for (let after = 0, more = true; more;) {
    const found = await c.tx
      .select({ id: logs.id, message: logs.message, metadata: logs.metadata })
      .from(logs)
      .where(and(gt(logs.id, after), named))
      // as the index does not know it, so that all is read in a row and by several processes: four times as quick
      .orderBy(sql`${logs.id} + 0`)
      .limit(LINES)
    after = found.at(-1)?.id ?? after
    more = found.length === LINES
    const cut = found.map(({ id, message, metadata }) => ({
      id,
      message: without(message),
      metadata: withTexts(metadata, without),
    }))
    const changed = cut.filter((line, index) => JSON.stringify(line) !== JSON.stringify(found[index]))
    if (changed.length === 0) continue
    await c.tx.execute(sql`
      update ${logs} set message = cut.message, metadata = cut.metadata
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as cut (id bigint, message text, metadata jsonb)
      where ${logs.id} = cut.id`)
  }
}

/** Whether one of the texts is somewhere in the JSON; looked for in the whole first, which is quicker. */
function holdsOneOf(json: typeof logs.metadata, texts: readonly string[]): SQL | undefined {
  const asJson = texts.map((text) => JSON.stringify(text))
  const whole = sql`${json}::text like any(${patterns(asJson.map((text) => text.slice(1, -1)))})`
  const within = asJson.map((text) => {
    const path = `$.** ? (@.type() == "string" && @ like_regex ${text} flag "q")`
    return sql`jsonb_path_exists(${json}, ${path}::jsonpath)`
  })
  return and(whole, or(...within))
}

/** What has one of the texts in it; PostgreSQL takes that for rare, as it does not take `position`. */
const patterns = (texts: readonly string[]) =>
  sql`${sql.param(texts.map((text) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`))}::text[]`
