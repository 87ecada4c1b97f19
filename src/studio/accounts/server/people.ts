import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { done, refuse, refuseFields, type Result } from '#kernel/result.ts'
import { MINUTE } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { contentOf } from '#server/changes/topics.ts'
import { handler, personal, run, type CommandContext } from '#server/procedures.ts'
import { categoryChanged } from '../events.ts'
import { logLines } from '../messages/log.ts'
import { categoryOf, checkMemberLevel, offered, whyNotRole, type Role } from '../rules.ts'
import { accounts, credentials, people } from '../tables.ts'
import { hasPassword, isStillTrue, provenBySelf, turnOf } from './ownPassword.ts'
import { endLinksOf } from './links.ts'
import { endSessions } from './sessions.ts'

/** Locks a person's account; returns nothing once deleted. Lock order: account before person. */
export async function lockAccountOf(c: CommandContext, personId: string) {
  const [account] = await c.tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.personId, personId))
    .for('update')
  return account ?? null
}

/** Unlike `lockPerson`, also waits for those who give the person something: what is given depends on these columns. */
async function lockAgainstGiving(c: CommandContext, personId: string) {
  const living = and(eq(people.id, personId), isNull(people.deletedAt))
  const [person] = await c.tx.select().from(people).where(living).for('update')
  return person ?? null
}

type Counted = Pick<typeof people.$inferSelect, 'active' | 'membershipCategory'>

/** Raises categoryChanged if a locked person's membership category differs from before. */
export async function raiseCategory(c: CommandContext, personId: string, was: Counted, is: Counted): Promise<void> {
  const [before, after] = [categoryOf(was), categoryOf(is)]
  if (before !== after) await c.raise(categoryChanged, { userId: personId, before, after })
}

// written exactly as the condition of the index on roles
const isAdmin = and(eq(accounts.role, 'admin'), sql`${accounts.role} <> 'user'`)

/** Admins who can sign in; deactivated or unverified ones do not count. */
const admins = (db: Tx) =>
  db
    .select({ personId: accounts.personId })
    .from(accounts)
    .where(and(isAdmin, eq(accounts.active, true), isNotNull(accounts.emailVerifiedAt)))
    .orderBy(accounts.id)

const isAlone = (found: Awaited<ReturnType<typeof admins>>, personId: string): boolean =>
  found.length === 1 && found[0]?.personId === personId

/** Locks all admins in a fixed order, so that two demotions at once can't leave the studio without an admin. */
export async function isLastAdmin(c: CommandContext, personId: string): Promise<boolean> {
  return isAlone(await admins(c.tx).for('update'), personId)
}

export async function changeRole(
  c: CommandContext,
  userId: string,
  role: Role,
): Promise<Result<Record<string, never>, 'userNotFound' | 'lastAdmin'>> {
  if (role !== 'admin' && (await isLastAdmin(c, userId))) return refuse('lastAdmin')
  return await giveRole(c, userId, role)
}

async function giveRole(
  c: CommandContext,
  userId: string,
  role: Role,
): Promise<Result<Record<string, never>, 'userNotFound'>> {
  const account = await lockAccountOf(c, userId)
  if (!account) return refuse('userNotFound')
  await c.tx.update(accounts).set({ role }).where(eq(accounts.id, account.id))
  // the letter to a new address was asked for without a password
  await endLinksOf(c.tx, account.id, ['address'], c.now)
  c.log({ channel: 'auth', level: 'info', message: logLines.roleChanged(role), metadata: { user: userId } })
  return done({})
}

/** For the command line, where people are identified by e-mail address. */
export async function changeRoleByEmail(c: CommandContext, email: string, role: Role) {
  const [found] = await c.tx.select({ personId: accounts.personId }).from(accounts).where(eq(accounts.email, email))
  return found?.personId ? changeRole(c, found.personId, role) : refuse('userNotFound')
}

interface NewRole {
  readonly userId: string
  readonly role: Role
  readonly password: string
}

/** Needs the password: an open screen or a stolen cookie alone must not make an admin. */
export const setRole = handler({
  turn: turnOf('admin'),
  limits: () => [{ key: 'setRole', max: 20, per: 15 * MINUTE, perCaller: true }],
  prepare: provenBySelf('admin'),
  run: async (c, { userId, role, password }: NewRole, proven) => {
    const isLast = role !== 'admin' && (await isLastAdmin(c, userId))
    const why = whyNotRole(role, { isLastAdmin: isLast, hasPassword: await hasPassword(c.tx, c.me.accountId) })
    if (why) return refuse(why)
    if (password === '') return refuseFields({ password: 'passwordRequired' })
    if (proven?.accountId !== c.me.accountId || !(await isStillTrue(c.tx, proven))) {
      c.log({ channel: 'auth', level: 'warning', message: logLines.roleNotChanged })
      return refuseFields({ password: 'wrongPassword' })
    }
    return await giveRole(c, userId, role)
  },
})

/** Facts that decide whether the caller can change a person's role, before anything is typed. */
export const roleFacts = personal(
  { on: [contentOf(accounts)], accountOn: [credentials.accountId] },
  async ({ db, accountId }, { userId }: { userId: string }) => ({
    isLastAdmin: isAlone(await admins(db), userId),
    hasPassword: await hasPassword(db, accountId ?? ''),
  }),
)

export const setActive = run(async (c, { userId, active }: { userId: string; active: boolean }) => {
  if (!active && userId === c.me.personId) return refuse('ownAccount')
  if (!active && (await isLastAdmin(c, userId))) return refuse('lastAdmin')
  const account = await lockAccountOf(c, userId)
  const person = await lockAgainstGiving(c, userId)
  if (!person) return refuse('userNotFound')
  await c.tx.update(people).set({ active }).where(eq(people.id, userId))
  if (account) await c.tx.update(accounts).set({ active }).where(eq(accounts.id, account.id))
  if (account && !active) await endSessions(c.tx, account.id)
  const message = active ? logLines.reactivated : logLines.deactivated
  c.log({ channel: 'auth', level: 'info', message, metadata: { user: userId } })
  await raiseCategory(c, userId, person, { ...person, active })
  return done({})
})

export const setMemberLevel = run(async (c, input: { userId: string; memberLevel: string }) => {
  const memberLevel = input.memberLevel.trim()
  const wrong = checkMemberLevel(memberLevel)
  if (wrong) return refuseFields({ memberLevel: wrong })
  if (!(await lockAgainstGiving(c, input.userId))) return refuse('userNotFound')
  await c.tx.update(people).set({ memberLevel }).where(eq(people.id, input.userId))
  c.log({
    channel: 'auth',
    level: 'info',
    message: logLines.levelSet(memberLevel),
    metadata: { user: input.userId },
  })
  return done({})
})

export const setMembershipCategory = run(async (c, input: { userId: string; membershipCategory: string | null }) => {
  const { userId, membershipCategory } = input
  const person = await lockAgainstGiving(c, userId)
  if (!person) return refuse('userNotFound')
  const choices = offered(c.settings.membershipCategories, [person.membershipCategory ?? ''])
  const chosen = choices.find(({ id }) => id === membershipCategory)
  if (membershipCategory !== null && !chosen) return refuse('categoryNotOffered')
  await c.tx.update(people).set({ membershipCategory }).where(eq(people.id, userId))
  const message = chosen ? logLines.categorySet(chosen) : logLines.categoryTaken
  c.log({ channel: 'auth', level: 'info', message, metadata: { user: userId } })
  await raiseCategory(c, userId, person, { ...person, membershipCategory })
  return done({})
})

/** Whether the studio has, or ever had, any people. */
export const hasPeople = async (db: Tx): Promise<boolean> =>
  (await db.select({ id: people.id }).from(people).limit(1)).length > 0

/** Whether the studio has an admin. */
export async function hasAdmin(db: Tx): Promise<boolean> {
  const [row] = await db
    .select({ count: count() })
    .from(accounts)
    .where(and(isAdmin, eq(accounts.active, true)))
  return (row?.count ?? 0) > 0
}
