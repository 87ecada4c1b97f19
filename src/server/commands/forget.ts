import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { withTexts } from '#kernel/cutOut.ts'
import type { Tx } from '#server/db/database.ts'
import { commands } from '#server/commands/tables.ts'
import { outbox } from '#server/mail/tables.ts'

interface Person {
  readonly accountId: string | null
  /** The account's current e-mail address and its earlier ones. */
  readonly emails: readonly string[]
  readonly name: string
}

/**
 * Deletes what the infrastructure stores about a person: e-mails and stored results of commands. Rate limit counters
 * need no deletion: their keys are hashed and expire soon.
 */
export async function forgetTraces(tx: Tx, { accountId, emails, name }: Person): Promise<void> {
  await tx.delete(outbox).where(inArray(outbox.toAddress, [...emails]))
  if (accountId !== null) await tx.delete(commands).where(eq(commands.actor, accountId))
  // keep results stored for other people, or a retried call would run again; only remove the name from them
  const told = [...emails, name].filter((one) => one !== '')
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
