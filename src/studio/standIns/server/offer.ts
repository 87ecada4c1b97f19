import { and, eq, inArray } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { may } from '#studio/accounts/rules.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { replaceTeacher } from '#studio/schedule/server/change.ts'
import { whyNotOffer } from '../rules.ts'
import { countComing, tellComing, tellOffered, tellRefused, tellTaken, tellTakenBack } from './letters.ts'
import { lockStandIn, move, reopen, type Found } from './rows.ts'

export const offer = run(async (c, { standInId }: { standInId: string }) => {
  const found = await lockStandIn(c, standInId)
  if (!found) return refuse('standInOver')
  const { row, entry } = found
  const { accountId } = c.me
  const why = whyNotOffer(entry, row, accountId, c.now)
  if (why) return refuse(why)
  const atOnce = c.settings.sections.registration.standInsAtOnce || may(c.actor.kind, 'manageSchedule')
  if (atOnce) {
    await take(c, found, accountId)
    return done({ taken: true })
  }
  if (row.state === 'open') {
    await move(c, row, 'offered', { offeredBy: accountId, fell: null, fellOf: null })
    await tellOffered(c, found, accountId)
  }
  return done({ taken: false })
})

/** Gives the class to the other teacher, and tells everybody concerned. Returns the number of participants told. */
async function take(c: CommandContext, { row, entry }: Found, accountId: string): Promise<number> {
  await move(c, row, 'taken', { offeredBy: accountId, fell: null, fellOf: null })
  const { after, toldLater } = await replaceTeacher(c, entry, { from: row.teacherId, to: accountId })
  await tellTaken(c, { row, entry: after }, accountId)
  return toldLater ? await countComing(c, after) : await tellComing(c, { row, entry: after }, accountId)
}

export const takeBack = run(async (c, { standInId }: { standInId: string }) => {
  const found = await lockStandIn(c, standInId)
  if (!found || !isOffer(found, c.me.accountId)) return refuse('offerGone')
  await reopen(c, found.row, 'takenBack')
  await tellTakenBack(c, found)
  return done({})
})

const isOffer = ({ row }: Found, offeredBy: string): boolean => row.state === 'offered' && row.offeredBy === offeredBy

interface Decision {
  readonly standInId: string
  readonly offeredBy: string
}

export const approve = run(async (c, { standInId, offeredBy }: Decision) => {
  const found = await lockStandIn(c, standInId)
  if (!found || !isOffer(found, offeredBy) || found.entry.cancelledAt !== null) return refuse('offerGone')
  if (found.entry.startsAt <= c.now) return refuse('entryStarted')
  if (found.entry.teacherIds.includes(offeredBy)) return refuse('taughtAlready')
  if (!(await stillTeaches(c, offeredBy))) return refuse('teachesNoMore')
  return done({ told: await take(c, found, offeredBy) })
})

async function stillTeaches(c: CommandContext, accountId: string): Promise<boolean> {
  const [found] = await c.tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), eq(accounts.active, true), inArray(accounts.role, ['teacher', 'admin'])))
    .for('key share')
  return found !== undefined
}

export const refuseOffer = run(async (c, { standInId, offeredBy }: Decision) => {
  const found = await lockStandIn(c, standInId)
  if (!found || !isOffer(found, offeredBy)) return refuse('offerGone')
  await reopen(c, found.row, 'refused')
  await tellRefused(c, found)
  return done({})
})
