import { and, count, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { done, refuse, refuseFields, type Result } from '#kernel/result.ts'
import { MINUTE } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { handler, run, type CommandContext } from '#server/procedures.ts'
import { categoryChanged } from '../events.ts'
import { checkMemberLevel, type MembershipCategory, type Role } from '../rules.ts'
import { users } from '../tables.ts'
import { isStillTrue, provenByAdmin, turnOfAdmin } from './ownPassword.ts'
import { endSessions } from './sessions.ts'

async function lockUser(c: CommandContext, userId: string) {
  const living = and(eq(users.id, userId), isNull(users.deletedAt))
  const [user] = await c.tx.select().from(users).where(living).for('update')
  return user ?? null
}

type Counted = Pick<typeof users.$inferSelect, 'active' | 'membershipCategory'>

/** Tells that a locked user has another membership category than before, where that is so. */
export async function raiseCategory(c: CommandContext, userId: string, was: Counted, is: Counted): Promise<void> {
  const before = was.active ? was.membershipCategory : null
  const after = is.active ? is.membershipCategory : null
  if (before !== after) await c.raise(categoryChanged, { userId, before, after })
}

// a deleted one is none any more; the index on roles holds who is not deleted
const isAdmin = and(eq(users.role, 'admin'), isNull(users.deletedAt))

/**
 * The last who can sign in as one: a deactivated or unverified admin keeps nobody's door open. Locks all of them in one
 * order, so that two demotions at once can't leave none.
 */
export async function isLastAdmin(c: CommandContext, userId: string): Promise<boolean> {
  const admins = await c.tx
    .select({ id: users.id })
    .from(users)
    .where(and(isAdmin, eq(users.active, true), isNotNull(users.emailVerifiedAt)))
    .orderBy(users.id)
    .for('update')
  return admins.length === 1 && admins[0]?.id === userId
}

export async function changeRole(
  c: CommandContext,
  userId: string,
  role: Role,
): Promise<Result<Record<string, never>, 'userNotFound' | 'lastAdmin'>> {
  if (role !== 'admin' && (await isLastAdmin(c, userId))) return refuse('lastAdmin')
  if (!(await lockUser(c, userId))) return refuse('userNotFound')
  await c.tx.update(users).set({ role }).where(eq(users.id, userId))
  c.log({ channel: 'auth', level: 'info', message: `Role changed to ${role}.`, metadata: { user: userId } })
  return done({})
}

/** From the command line, which knows people by their address. */
export async function changeRoleByEmail(c: CommandContext, email: string, role: Role) {
  const [user] = await c.tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user ? changeRole(c, user.id, role) : refuse('userNotFound')
}

interface NewRole {
  readonly userId: string
  readonly role: Role
  readonly password: string
}

/** Not by the session alone: a screen that was left open, or a stolen cookie, makes nobody an admin. */
export const setRole = handler({
  turn: turnOfAdmin,
  limits: () => [{ key: 'setRole', max: 20, per: 15 * MINUTE, perCaller: true }],
  prepare: provenByAdmin,
  run: async (c, { userId, role, password }: NewRole, proven) => {
    if (password === '') return refuseFields({ password: 'passwordRequired' })
    if (proven?.userId !== c.me.userId || !(await isStillTrue(c.tx, proven))) {
      c.log({ channel: 'auth', level: 'warning', message: 'Role change failed: wrong password.' })
      return refuseFields({ password: 'wrongPassword' })
    }
    return await changeRole(c, userId, role)
  },
})

export const setActive = run(async (c, { userId, active }: { userId: string; active: boolean }) => {
  if (!active && userId === c.me.userId) return refuse('ownAccount')
  if (!active && (await isLastAdmin(c, userId))) return refuse('lastAdmin')
  const user = await lockUser(c, userId)
  if (!user) return refuse('userNotFound')
  await c.tx.update(users).set({ active }).where(eq(users.id, userId))
  if (!active) await endSessions(c.tx, userId)
  const message = active ? 'User reactivated.' : 'User deactivated; all sessions ended.'
  c.log({ channel: 'auth', level: 'info', message, metadata: { user: userId } })
  await raiseCategory(c, userId, user, { ...user, active })
  return done({})
})

export const setMemberLevel = run(async (c, input: { userId: string; memberLevel: string }) => {
  const memberLevel = input.memberLevel.trim()
  const wrong = checkMemberLevel(memberLevel)
  if (wrong) return refuseFields({ memberLevel: wrong })
  if (!(await lockUser(c, input.userId))) return refuse('userNotFound')
  await c.tx.update(users).set({ memberLevel }).where(eq(users.id, input.userId))
  c.log({
    channel: 'auth',
    level: 'info',
    message: `Member level set to ${memberLevel}.`,
    metadata: { user: input.userId },
  })
  return done({})
})

export const setMembershipCategory = run(
  async (c, input: { userId: string; membershipCategory: MembershipCategory | null }) => {
    const { userId, membershipCategory } = input
    const user = await lockUser(c, userId)
    if (!user) return refuse('userNotFound')
    await c.tx.update(users).set({ membershipCategory }).where(eq(users.id, userId))
    const message = `Membership category set to ${membershipCategory ?? 'none'}.`
    c.log({ channel: 'auth', level: 'info', message, metadata: { user: userId } })
    await raiseCategory(c, userId, user, { ...user, membershipCategory })
    return done({})
  },
)

/** Whether the studio has anyone who can run it. */
export async function hasAdmin(db: Tx): Promise<boolean> {
  const [row] = await db
    .select({ count: count() })
    .from(users)
    .where(and(isAdmin, ne(users.active, false)))
  return (row?.count ?? 0) > 0
}
