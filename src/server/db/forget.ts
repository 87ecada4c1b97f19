import { and, eq, or, sql } from 'drizzle-orm'
import { withTexts } from '#kernel/cutOut.ts'
import type { Tx } from '#server/db/database.ts'
import { commands, outbox } from '#server/db/tables.ts'

interface Person {
  readonly accountId: string | null
  readonly email: string
  readonly name: string
}

/**
 * Removes what the machine room itself keeps of a person: letters and answers to commands. The counters of tries know
 * nobody: they are kept under a hash, and not for long.
 */
export async function forgetTraces(tx: Tx, { accountId, email, name }: Person): Promise<void> {
  await tx.delete(outbox).where(eq(outbox.toAddress, email))
  if (accountId !== null) await tx.delete(commands).where(eq(commands.actor, accountId))
  // answers to others stay, or a repeated call would run again; only the name in them goes
  const told = [email, name].filter((one) => one !== '')
  const tells = told.map((one) => sql`position(${JSON.stringify(one)} in ${commands.answer}::text) > 0`)
  const found = await tx
    .select({ actor: commands.actor, key: commands.key, answer: commands.answer })
    .from(commands)
    .where(or(...tells))
  for (const { actor, key, answer } of found) {
    const without = withTexts(answer, (text) => (told.includes(text) ? '' : text))
    if (JSON.stringify(without) === JSON.stringify(answer)) continue
    await tx
      .update(commands)
      .set({ answer: without })
      .where(and(eq(commands.actor, actor), eq(commands.key, key)))
  }
}
