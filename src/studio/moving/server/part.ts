import { sql } from 'drizzle-orm'
import { databaseTrouble, sqlError } from '#server/db/errors.ts'
import type { CommandContext } from '#server/procedures.ts'

/** Thrown inside a part to roll it back without reporting an error of the program. */
export class NotThis extends Error {}

/** Runs part of a transaction in a savepoint. Returns why the database or `NotThis` rolled it back, or null. */
export async function inPart(c: CommandContext, work: () => Promise<unknown>): Promise<string | null> {
  const { tx } = c
  const forget = c.noting()
  await tx.execute(sql`savepoint moving`)
  try {
    await work()
    await tx.execute(sql`release savepoint moving`)
    return null
  } catch (error) {
    // the whole transaction failed, not one row
    if (databaseTrouble(error)) throw error
    const why = error instanceof NotThis ? error.message : sqlReason(error)
    if (why === null) throw error
    await tx.execute(sql`rollback to savepoint moving`)
    forget()
    return why
  }
}

function sqlReason(error: unknown): string | null {
  const known = sqlError(error)
  return known === undefined ? null : (known.constraint ?? known.code ?? '')
}
