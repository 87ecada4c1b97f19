import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import { commands, outbox } from '#server/db/tables.ts'

interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
}

/**
 * Removes what the machine room itself keeps of a person: letters and answers to commands. The counters of tries know
 * nobody: they are kept under a hash, and not for long.
 */
export async function forgetTraces(tx: Tx, { id, email, name }: Person): Promise<void> {
  await tx.delete(outbox).where(eq(outbox.toAddress, email))
  await tx.delete(commands).where(eq(commands.actor, id))
  // answers to others stay, or a repeated call would run again; only the name in them goes
  for (const told of [email, name]) {
    const asJson = sql`to_jsonb(${told}::text)::text`
    await tx
      .update(commands)
      .set({ answer: sql`replace(${commands.answer}::text, ${asJson}, '""')::jsonb` })
      .where(sql`position(${asJson} in ${commands.answer}::text) > 0`)
  }
}
