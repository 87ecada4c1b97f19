import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { DatabaseBusy } from '#server/db/errors.ts'
import type { BeforeCommand, Turn } from '#server/procedures.ts'
import { accounts, credentials, sessions } from '../tables.ts'
import { passwordProves } from './passwords.ts'
import { tokenHash } from './tokens.ts'

/** Whose password was typed, and the hash that proved it. */
export interface Proven {
  readonly accountId: string
  readonly passwordHash: string
  /** The studio's own, where that one is of the system that the person came from. */
  readonly renewed?: string | undefined
}

type Typed = { readonly password: string }
type Whose = 'anybody' | 'admin'

/** Whoever is signed in and has typed something may have it hashed, and goes first; nobody else costs a hash. */
export const turnOf =
  (whose: Whose) =>
  async ({ password }: Typed, before: BeforeCommand): Promise<Turn | null> =>
    password !== '' && (await signedIn(whose, before)) ? { known: true } : null

/** Whether the one whose session this is typed their own password; null otherwise. */
export const provenBySelf =
  (whose: Whose) =>
  async ({ password }: Typed, before: BeforeCommand): Promise<Proven | null> => {
    const found = await signedIn(whose, before)
    return found && (await passwordProves(before.db, password, found.passwordHash)).matches ? found : null
  }

async function signedIn(whose: Whose, { db, request }: BeforeCommand): Promise<Proven | undefined> {
  const { sessionToken } = request
  if (sessionToken === null) return undefined
  const admin = and(whose === 'admin' ? eq(accounts.role, 'admin') : undefined, eq(accounts.active, true))
  const [found] = await db
    .select({ accountId: accounts.id, passwordHash: credentials.passwordHash })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .innerJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(and(eq(sessions.tokenHash, tokenHash(sessionToken)), admin))
  return found
}

/** Somebody may sign in by a passkey or elsewhere alone. */
export const hasPassword = async (db: Tx, accountId: string): Promise<boolean> =>
  (await db.select({ of: credentials.accountId }).from(credentials).where(eq(credentials.accountId, accountId)))
    .length > 0

/** Whether it is the password still. If it is being changed now, that waits. */
export async function isStillTrue(tx: Tx, { accountId, passwordHash }: Proven): Promise<boolean> {
  const proof = and(eq(credentials.accountId, accountId), eq(credentials.passwordHash, passwordHash))
  return (await tx.select({ accountId: credentials.accountId }).from(credentials).where(proof).for('share')).length > 0
}

/** Replaces the hash of another system. Of two sign-ins at once the second is sent again, and proven by the new one. */
export async function renewPassword(tx: Tx, { accountId, passwordHash, renewed }: Proven): Promise<void> {
  if (renewed === undefined) return
  const [done] = await tx
    .update(credentials)
    .set({ passwordHash: renewed })
    .where(and(eq(credentials.accountId, accountId), eq(credentials.passwordHash, passwordHash)))
    .returning({ accountId: credentials.accountId })
  if (!done) throw new DatabaseBusy('The password was replaced at this moment')
}
