import { newId } from '#kernel/ids.ts'
import { done, refuse } from '#kernel/result.ts'
import { run } from '#server/procedures.ts'
import { may } from '#studio/accounts/rules.ts'
import { lockEntry } from '#studio/schedule/server/lock.ts'
import { logLines } from '../messages/log.ts'
import { whyNotAsk } from '../rules.ts'
import { isActive } from '../rules/states.ts'
import { standIns } from '../tables.ts'
import { tellAsked, tellWithdrawn } from './letters.ts'
import { activeOf, beginsAt, lockStandIn, move } from './rows.ts'

export const ask = run(async (c, { scheduleId }: { scheduleId: string }) => {
  const { accountId } = c.me
  const entry = await lockEntry(c.tx, scheduleId)
  if (!entry) return refuse('scheduleNotFound')
  const why = whyNotAsk(entry, accountId, c.now)
  if (why) return refuse(why)
  if ((await activeOf(c, scheduleId)).some(({ teacherId }) => teacherId === accountId)) return refuse('askedAlready')
  const row = { id: newId(), scheduleId, teacherId: accountId, state: 'open' as const, askedAt: c.now }
  const [asked] = await c.tx.insert(standIns).values(row).returning()
  if (!asked) throw new Error('It was not written.')
  await c.queueOrReplace(beginsAt, entry.startsAt, { standInId: asked.id })
  const told = await tellAsked(c, { row: asked, entry })
  c.log({
    channel: 'registrations',
    level: 'info',
    message: logLines.asked,
    metadata: { scheduleId },
  })
  return done({ id: asked.id, told })
})

export const withdraw = run(async (c, { standInId }: { standInId: string }) => {
  const found = await lockStandIn(c, standInId)
  const isTheirs = found?.row.teacherId === c.me.accountId || may(c.actor.kind, 'manageSchedule')
  if (!found || !isTheirs || !isActive(found.row.state)) return refuse('standInOver')
  await move(c, found.row, 'withdrawn', { offeredBy: null })
  await tellWithdrawn(c, found)
  return done({})
})
