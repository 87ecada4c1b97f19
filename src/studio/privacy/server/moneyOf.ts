import { eq } from 'drizzle-orm'
import { contentOf } from '#server/changes/topics.ts'
import { shared } from '#server/procedures.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { moneyGone } from '#studio/payments/server/forget.ts'
import { credits, payments } from '#studio/payments/tables.ts'

export const moneyOf = shared(
  [payments, credits, contentOf(accounts)],
  async ({ db }, { userId }: { userId: string }) => {
    const [account] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.personId, userId))
    return await moneyGone(db, { userId, accountId: account?.id ?? null })
  },
)
