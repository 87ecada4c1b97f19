import { eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse, type Result } from '#kernel/result.ts'
import { addDays, dateIn, type Instant } from '#kernel/time.ts'
import { daysAfter, endOfDay, startOfDay } from '#kernel/zone.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { isActive } from '#studio/memberships/rules.ts'
import { enterInBook } from '#studio/memberships/server/book.ts'
import { changedAt } from '#studio/memberships/server/changedAt.ts'
import { followPasses } from '#studio/memberships/server/running.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { cancelPlace, type Ending } from '#studio/registrations/server/cancelPlaces.ts'
import { findRegistration } from '#studio/registrations/server/registrants.ts'
import { lockEntries, type ScheduleRow } from '#studio/schedule/server/lock.ts'
import { logLines } from '../messages/log.ts'
import { checkFreeze, checkWords, daysOf, type FreezeForm } from '../rules.ts'
import { freezes } from '../tables.ts'
import { closeFreeze, comingPlaces, findFreeze, lockPass, openFreeze, type Freeze, type Pass } from './lock.ts'
import { tellOfFreeze, tellOfRefusal } from './letters.ts'

type ByStaff = FreezeForm & { readonly purchaseId: string; readonly scheduleIds: readonly string[] }
type OfFreeze = { readonly freezeId: string; readonly scheduleIds: readonly string[] }

/** Staff freeze a pass and give back the listed classes on those days. */
export const freeze = run(async (c, { purchaseId, scheduleIds, ...form }: ByStaff) => {
  const entries = await lockEntries(c.tx, scheduleIds)
  const pass = await lockPass(c, purchaseId)
  if (!pass) return refuse('membershipNotFound')
  if (!isActive(pass, c.now)) return refuse('membershipNotActive')
  if (await openFreeze(c, pass)) return refuse('freezeOpen')
  const wrong = refuseWrong(checkFreeze(form, pass.validUntil, c.settings.timeZone, c.now))
  if (wrong) return wrong
  const id = newId()
  const by = { askedAt: c.now, askedBy: c.actorId, decidedAt: c.now, decidedBy: c.actorId }
  return await begin(c, pass, entries, { ...form, reason: form.reason.trim() }, async (state) => {
    await closeFreeze(c, purchaseId)
    await c.tx.insert(freezes).values({ id, purchaseId, userId: pass.userId, ...state, ...by })
  })
})

/** Staff approve a requested freeze; days that are past by now are not frozen. */
export const approve = run(async (c, { freezeId, scheduleIds, answer }: OfFreeze & { answer: string }) => {
  const found = await findFreeze(c.tx, freezeId)
  if (!found) return refuse('freezeNotFound')
  const wrong = answer.trim() === '' ? null : refuseWrong(checkWords(answer, 'answer'))
  if (wrong) return wrong
  const entries = await lockEntries(c.tx, scheduleIds)
  const pass = await lockPass(c, found.purchaseId)
  const asked = pass && (await openFreeze(c, pass))
  if (!pass || asked?.id !== freezeId || asked.state !== 'asked') return refuse('freezeNotFound')
  if (!isActive(pass, c.now)) return refuse('membershipNotActive')
  const today = dateIn(c.settings.timeZone, c.now)
  const { lastDay, reason } = asked
  if (lastDay < today) return refuse('freezeOver')
  const firstDay = asked.firstDay < today ? today : asked.firstDay
  if (firstDay > dateIn(c.settings.timeZone, pass.validUntil)) return refuse('membershipNotActive')
  const decided = { decidedAt: c.now, decidedBy: c.actorId, answer: answer.trim() }
  return await begin(c, pass, entries, { firstDay, lastDay, reason }, async (state) => {
    await c.tx
      .update(freezes)
      .set({ ...state, ...decided })
      .where(eq(freezes.id, freezeId))
  })
})

export const refuseFreeze = run(async (c, { freezeId, answer }: { freezeId: string; answer: string }) => {
  const found = await findFreeze(c.tx, freezeId)
  if (!found) return refuse('freezeNotFound')
  const wrong = refuseWrong(checkWords(answer, 'answer'))
  if (wrong) return wrong
  const pass = await lockPass(c, found.purchaseId)
  const asked = pass && (await openFreeze(c, pass))
  if (!pass || asked?.id !== freezeId || asked.state !== 'asked') return refuse('freezeNotFound')
  const decided = { decidedAt: c.now, decidedBy: c.actorId, answer: answer.trim() }
  await c.tx
    .update(freezes)
    .set({ state: 'refused', ...decided })
    .where(eq(freezes.id, freezeId))
  await tellOfRefusal(c, pass, { ...asked, ...decided })
  logOf(c, pass, 'refused')
  return done({})
})

/** The pass's owner asks for a freeze; nothing is frozen before staff approve. */
export const ask = run(async (c, { id, ...form }: FreezeForm & { id: string }) => {
  const pass = await lockPass(c, id)
  if (!pass || pass.userId !== c.subjectId) return refuse('membershipNotFound')
  if (!isActive(pass, c.now)) return refuse('membershipNotActive')
  if (await openFreeze(c, pass)) return refuse('freezeOpen')
  const { firstDay, lastDay, reason } = form
  const wrong = refuseWrong(checkFreeze(form, pass.validUntil, c.settings.timeZone, c.now))
  if (wrong) return wrong
  const by = { askedAt: c.now, askedBy: c.actorId }
  const days = { firstDay, lastDay, reason: reason.trim() }
  await closeFreeze(c, id)
  await c.tx
    .insert(freezes)
    .values({ id: newId(), purchaseId: id, userId: pass.userId, state: 'asked', ...days, ...by })
  logOf(c, pass, 'asked')
  return done({})
})

export const withdraw = run(async (c, { freezeId }: { freezeId: string }) => {
  const found = await findFreeze(c.tx, freezeId)
  if (!found || found.userId !== c.subjectId) return refuse('freezeNotFound')
  const pass = await lockPass(c, found.purchaseId)
  const asked = pass && (await openFreeze(c, pass))
  if (!pass || asked?.id !== freezeId || asked.state !== 'asked') return refuse('freezeNotFound')
  await c.tx.update(freezes).set({ state: 'withdrawn', endedAt: c.now }).where(eq(freezes.id, freezeId))
  logOf(c, pass, 'withdrawn')
  return done({})
})

/** Ends any freeze, for staff. */
export const endFreeze = run(async (c, { freezeId, scheduleIds }: OfFreeze) => {
  const found = await findFreeze(c.tx, freezeId)
  return found ? await end(c, found, scheduleIds) : refuse('freezeNotFound')
})

/** Ends the freeze of the caller's own pass, or a child's. */
export const endOwn = run(async (c, { freezeId, scheduleIds }: OfFreeze) => {
  const found = await findFreeze(c.tx, freezeId)
  return found?.userId === c.subjectId ? await end(c, found, scheduleIds) : refuse('freezeNotFound')
})

type State = FreezeForm & { readonly state: 'frozen' }

/** Freezes a locked pass: moves its end by as many days, and gives back upcoming classes on them. */
async function begin(
  c: CommandContext,
  pass: Pass,
  entries: readonly ScheduleRow[],
  form: FreezeForm,
  save: (state: State) => Promise<void>,
) {
  const zone = c.settings.timeZone
  const { firstDay, lastDay, reason } = form
  const span = { from: startOfDay(zone, firstDay), until: startOfDay(zone, addDays(lastDay, 1)) }
  const given = await giveClassesIn(c, pass, entries, span, 'frozen')
  if (!given.ok) return given
  const validUntil = daysAfter(zone, pass.validUntil, daysOf(form))
  const frozen = { frozenFrom: span.from, frozenUntil: span.until }
  const after = await move(c, pass.id, { validUntil, ...frozen })
  await enterInBook(c, [{ kind: 'frozen', ...after, reason, firstDay, lastDay }])
  await save({ state: 'frozen', firstDay, lastDay, reason })
  logOf(c, pass, 'frozen', { firstDay, lastDay })
  await tellOfFreeze(c, after.after, { firstDay, lastDay }, given.value)
  return done({ given: given.value.length, validUntil })
}

/** Ends a freeze: moves the end of validity back by the days that were not frozen. */
async function end(c: CommandContext, { id, purchaseId }: Freeze, scheduleIds: readonly string[]) {
  const entries = await lockEntries(c.tx, scheduleIds)
  const pass = await lockPass(c, purchaseId)
  if (!pass) return refuse('freezeNotFound')
  const freeze = await openFreeze(c, pass)
  if (freeze?.id !== id || freeze.state !== 'frozen') return refuse('freezeNotFound')
  if (!isActive(pass, c.now)) return refuse('membershipNotActive')
  const zone = c.settings.timeZone
  const validUntil = endWithout(zone, pass, freeze, c.now)
  const given = await giveClassesIn(c, pass, entries, { from: validUntil, until: pass.validUntil }, 'afterEnd')
  if (!given.ok) return given
  const after = await move(c, pass.id, { validUntil, frozenFrom: null, frozenUntil: null })
  await enterInBook(c, [{ kind: 'freezeEnded', ...after }])
  await c.tx.update(freezes).set({ state: 'ended', endedAt: c.now }).where(eq(freezes.id, id))
  logOf(c, pass, 'ended')
  return done({ given: given.value.length, validUntil })
}

/** End of validity if the freeze ends now: today counts as not frozen, and the pass stays valid today in any case. */
export function endWithout(
  zone: string,
  { validUntil }: Pick<Pass, 'validUntil'>,
  { firstDay, lastDay }: Pick<Freeze, 'firstDay' | 'lastDay'>,
  now: Instant,
): Instant {
  const today = dateIn(zone, now)
  const notFrozen = daysOf({ firstDay: firstDay < today ? today : firstDay, lastDay })
  const moved = daysAfter(zone, validUntil, -notFrozen)
  return moved > now ? moved : Math.min(validUntil, endOfDay(zone, today))
}

/**
 * Gives back the upcoming classes of a locked pass within a span; refuses if one of them is not among the locked
 * entries.
 */
async function giveClassesIn(
  c: CommandContext,
  pass: Pass,
  entries: readonly ScheduleRow[],
  span: { readonly from: Instant; readonly until: Instant },
  ending: Ending,
): Promise<Result<ScheduleRow[], 'classesChanged'>> {
  const coming = await comingPlaces(c.tx, [pass.id], c.now)
  const within = coming.filter(({ startsAt }) => span.from <= startsAt && startsAt < span.until)
  const locked = new Map(entries.map((entry) => [entry.id, entry]))
  // never give back a class that was not shown in the dialog
  if (within.some(({ scheduleId }) => !locked.has(scheduleId))) return refuse('classesChanged')
  const given: ScheduleRow[] = []
  for (const { scheduleId } of within) {
    const entry = locked.get(scheduleId)
    const place = await findRegistration(c.tx, scheduleId, pass.userId)
    if (!entry || !place) continue
    await cancelPlace(c, entry, place, ending)
    given.push(entry)
  }
  return done(given)
}

/** Moves the end of a locked pass; returns the pass before and after, with the returned classes. */
async function move(
  c: CommandContext,
  id: string,
  change: Pick<Pass, 'validUntil' | 'frozenFrom' | 'frozenUntil'>,
): Promise<{ before: Pass; after: Pass }> {
  const [before] = await c.tx.select().from(purchases).where(eq(purchases.id, id))
  if (!before) throw new Error('A locked pass is gone.')
  await c.tx
    .update(purchases)
    .set({ ...change, updatedAt: changedAt(c.now) })
    .where(eq(purchases.id, id))
  await followPasses(c, eq(purchases.id, id))
  return { before, after: { ...before, ...change } }
}

function logOf(c: CommandContext, pass: Pass, what: keyof typeof logLines, more: Record<string, unknown> = {}): void {
  const metadata = { purchaseId: pass.id, user: pass.userId, ...more }
  c.log({ channel: 'membership', level: 'info', message: logLines[what](pass.membershipName), metadata })
}
