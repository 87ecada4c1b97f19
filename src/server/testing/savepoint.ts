import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'

/** Runs a part of a transaction in a savepoint: a failure rolls back that part only, and is rethrown. */
export async function savepoint(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await tx.execute(sql`savepoint part`)
  try {
    await work(tx)
    await tx.execute(sql`release savepoint part`)
  } catch (error) {
    await tx.execute(sql`rollback to savepoint part`)
    throw error
  }
}
