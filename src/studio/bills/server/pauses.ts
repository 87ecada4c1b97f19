import { eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { run } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { stillHere } from '#studio/accounts/server/locks.ts'
import type { PauseForm } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { checkPause, LONGEST_REASON } from '../rules.ts'
import { pauses } from '../tables.ts'

export const addPause = run(async (c, { personId, ...form }: PauseForm & { personId: string }) => {
  const wrong = refuseWrong(checkPause(form))
  if (wrong) return wrong
  if (!(await stillHere(c.tx, personId))) return refuse('userNotFound')
  const pause = { ...form, reason: form.reason.trim().slice(0, LONGEST_REASON) }
  const id = newId()
  await c.tx.insert(pauses).values({ id, personId, ...pause, createdAt: c.now, createdBy: c.actorId })
  const metadata = { user: personId, from: pause.from, until: pause.until }
  c.log({ channel: 'membership', level: 'info', message: logLines.pauseNoted, metadata })
  return done({ id })
})

export const removePause = run(async (c, { pauseId }: { pauseId: string }) => {
  const [removed] = await c.tx.delete(pauses).where(eq(pauses.id, pauseId)).returning()
  if (!removed) return refuse('pauseNotFound')
  const metadata = { user: removed.personId, from: removed.from, until: removed.until }
  c.log({ channel: 'membership', level: 'info', message: logLines.pauseTakenBack, metadata })
  return done({})
})
