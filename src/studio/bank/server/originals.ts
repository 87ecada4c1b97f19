// Transfers that a return may take back.
import { and, eq, notExists, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import type { MoneyLine } from '../rules/statements.ts'
import { bankLines } from '../tables.ts'
import type { Line } from './waiting.ts'

const backs = alias(bankLines, 'backs')

/** Stored transfers that no return takes back. */
export const originals = (tx: Tx, which: SQL) =>
  tx
    .select()
    .from(bankLines)
    .where(
      and(
        eq(bankLines.kind, 'payment'),
        which,
        notExists(tx.select({ id: backs.id }).from(backs).where(eq(backs.takesBack, bankLines.id))),
      ),
    )

/** Whether a return has the studio's account, the currency and the sum of this transfer, and is not older. */
export const mayReturn = (line: Pick<MoneyLine, 'account' | 'currency' | 'cents' | 'day'>, original: Line): boolean =>
  original.account === line.account &&
  original.currency === line.currency &&
  original.cents === line.cents &&
  original.day <= line.day
