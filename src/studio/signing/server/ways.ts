import { and, asc, count, desc, eq, gt, isNull } from 'drizzle-orm'
import { personal } from '#server/procedures.ts'
import { isStaff } from '#studio/accounts/rules.ts'
import { accounts, credentials, emailLinks, passkeys, twoSteps } from '#studio/accounts/tables.ts'
import { providerLinks, recoveryCodes } from '../tables.ts'

export const ways = personal(
  {
    accountOn: [
      accounts.id,
      credentials.accountId,
      emailLinks.accountId,
      passkeys.accountId,
      twoSteps.accountId,
      recoveryCodes.accountId,
      providerLinks.accountId,
    ],
  },
  async ({ db, accountId, now, changesAt }) => {
    const own = accountId ?? ''
    const [account] = await db
      .select({ email: accounts.email, role: accounts.role, passwordChangedAt: credentials.changedAt })
      .from(accounts)
      .leftJoin(credentials, eq(credentials.accountId, accounts.id))
      .where(eq(accounts.id, own))
    const [pending] = await db
      .select()
      .from(emailLinks)
      .where(
        and(
          eq(emailLinks.accountId, own),
          eq(emailLinks.purpose, 'address'),
          isNull(emailLinks.usedAt),
          gt(emailLinks.expiresAt, now),
        ),
      )
      .orderBy(desc(emailLinks.createdAt))
      .limit(1)
    const keys = await db.select().from(passkeys).where(eq(passkeys.accountId, own)).orderBy(asc(passkeys.createdAt))
    const [steps] = await db.select().from(twoSteps).where(eq(twoSteps.accountId, own))
    const left = and(eq(recoveryCodes.accountId, own), isNull(recoveryCodes.usedAt))
    const [codes] = await db.select({ count: count() }).from(recoveryCodes).where(left)
    const on = steps !== undefined && steps.confirmedAt !== null
    const links = await db
      .select({ at: providerLinks.createdAt })
      .from(providerLinks)
      .where(eq(providerLinks.accountId, own))
    if (!account) throw new Error('The caller has no account.')
    changesAt(pending?.expiresAt)
    return {
      ...account,
      pendingEmail: pending?.address ?? null,
      addressNeedsPassword: isStaff(account),
      passkeys: keys,
      linked: links.length > 0,
      // by the stored role, as staff without a second step act as members
      twoSteps: on || isStaff(account) ? { on, codesLeft: codes?.count ?? 0 } : null,
    }
  },
)
