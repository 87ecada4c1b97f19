import { and, eq, isNotNull } from 'drizzle-orm'
import type { CommandContext } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import { twoSteps } from '../tables.ts'
import { createLink } from './links.ts'

/** After the first step: a ticket to the second step, if the account has one; otherwise null. */
export async function asksSecondStep(c: CommandContext, accountId: string): Promise<string | null> {
  const on = and(eq(twoSteps.accountId, accountId), isNotNull(twoSteps.confirmedAt))
  const [steps] = await c.tx.select({ accountId: twoSteps.accountId }).from(twoSteps).where(on)
  if (!steps) return null
  c.log({ channel: 'auth', level: 'info', message: logLines.secondStepAsked, userId: accountId })
  return await createLink(c.tx, accountId, 'secondStep', c.now)
}
