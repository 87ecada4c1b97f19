import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { DatabaseBusy } from '#server/db/errors.ts'
import type { BeforeCommand, Turn } from '#server/procedures.ts'
import { isStaff, roles } from '../rules.ts'
import { accounts, credentials, sessions } from '../tables.ts'
import { passwordProves } from './passwords.ts'
import { tokenHash } from './tokens.ts'

/** The account whose password was typed, and the hash that it matched. */
export interface Proven {
  readonly accountId: string
  readonly passwordHash: string
  /** A hash in the studio's own format, if the stored one was imported from another system. */
  readonly renewed?: string | undefined
}

type Typed = { readonly password: string }
type Whose = 'anybody' | 'staff' | 'admin'

const among: Readonly<Record<Whose, SQL | undefined>> = {
  anybody: undefined,
  staff: inArray(
    accounts.role,
    roles.filter((role) => isStaff({ role })),
  ),
  admin: eq(accounts.role, 'admin'),
}

/** Whether a call may hash, and its priority: only a signed-in caller who typed a password may cause a hash. */
export const turnOf =
  (whose: Whose) =>
  async ({ password }: Typed, before: BeforeCommand): Promise<Turn | null> =>
    password !== '' && (await signedIn(whose, before)) ? { known: true } : null

/** Checks the typed password against the caller's own account; null if it does not match. */
export const provenBySelf =
  (whose: Whose) =>
  async ({ password }: Typed, before: BeforeCommand): Promise<Proven | null> => {
    const found = await signedIn(whose, before)
    return found && (await passwordProves(before.db, password, found.passwordHash)).matches ? found : null
  }

async function signedIn(whose: Whose, { db, request }: BeforeCommand): Promise<Proven | undefined> {
  const { sessionToken } = request
  if (sessionToken === null) return undefined
  const [found] = await db
    .select({ accountId: accounts.id, passwordHash: credentials.passwordHash })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .innerJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(and(eq(sessions.tokenHash, tokenHash(sessionToken)), among[whose], eq(accounts.active, true)))
  return found
}

/** Whether the account has a password; some sign in by passkey or another provider only. */
export const hasPassword = async (db: Tx, accountId: string): Promise<boolean> =>
  (await db.select({ of: credentials.accountId }).from(credentials).where(eq(credentials.accountId, accountId)))
    .length > 0

/** Whether the password is still the current one. Waits for a change that is in progress. */
export async function isStillTrue(tx: Tx, { accountId, passwordHash }: Proven): Promise<boolean> {
  const proof = and(eq(credentials.accountId, accountId), eq(credentials.passwordHash, passwordHash))
  return (await tx.select({ accountId: credentials.accountId }).from(credentials).where(proof).for('share')).length > 0
}

/** Replaces an imported hash. Of two sign-ins at once, the second is retried and checked against the new hash. */
export async function renewPassword(tx: Tx, { accountId, passwordHash, renewed }: Proven): Promise<void> {
  if (renewed === undefined) return
  const [done] = await tx
    .update(credentials)
    .set({ passwordHash: renewed })
    .where(and(eq(credentials.accountId, accountId), eq(credentials.passwordHash, passwordHash)))
    .returning({ accountId: credentials.accountId })
  if (!done) throw new DatabaseBusy('The password was replaced at this moment')
}
