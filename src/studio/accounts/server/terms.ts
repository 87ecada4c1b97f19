import { eq } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { run } from '#server/procedures.ts'
import { logLines } from '../messages/log.ts'
import { accounts } from '../tables.ts'

/** Accepts the current terms; a person who read an earlier version has to read them again. */
export const acceptTerms = run(async (c, { version }: { version: number }) => {
  if (version !== c.settings.terms) return refuse('termsChanged')
  const accepted = { acceptedTerms: version, acceptedTermsAt: c.now }
  await c.tx.update(accounts).set(accepted).where(eq(accounts.id, c.me.accountId))
  c.log({ channel: 'auth', level: 'info', message: logLines.termsAccepted, metadata: { version } })
  return done({})
})
