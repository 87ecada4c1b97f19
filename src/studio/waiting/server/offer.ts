// Gives free places to waiting people: one after the other, held while they may reply, or to whoever is first.
import { eq, inArray } from 'drizzle-orm'
import { job, does } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Instant } from '#kernel/time.ts'
import { placeBooked } from '#studio/registrations/server/bookings.ts'
import { takeWithMembership } from '#studio/registrations/server/take.ts'
import { findRegistration } from '#studio/registrations/server/registrants.ts'
import type { Target } from '../rules.ts'
import { offerEnds } from '../rules/window.ts'
import { waiting } from '../tables.ts'
import { tellOffered, tellOpen, tellTaken } from './letters.ts'
import { exists, hold, lockBookable, release, type Bookable } from './bookable.ts'
import { activeOf, move, targetOf, type Row } from './rows.ts'
import { decideTurn } from './turn.ts'

/** Job that ends one offer. */
export const offerExpires = job<{ readonly waitingId: string }>('waiting.offerExpires', ({ waitingId }) => waitingId)
/** Job for free places that could not be offered at once, because the class was locked. */
export const offerPlaces = job<Target>('waiting.offerPlaces', ({ kind, id }) => `${kind} ${id}`)

/**
 * Offers a freed place. The caller may hold locks that come after the class, so it must not wait for the class's lock.
 */
export async function offerFreed(c: CommandContext, target: Target): Promise<void> {
  if (!c.settings.sections.features.waitingLists) return
  const bookable = await lockBookable(c, target, 'skip')
  if (bookable) return await offerIn(c, bookable)
  if (await exists(c.tx, target)) await c.queueOrReplace(offerPlaces, c.now, target)
}

/** Offers the free places of a locked class or course to waiting people, if waiting lists are on. */
export async function offerIn(freedBy: CommandContext, bookable: Bookable): Promise<void> {
  const c = freedBy.byStudio()
  if (!c.settings.sections.features.waitingLists || bookable.closed !== null || bookable.free <= 0) return
  const until = offerEnds(c.settings.timeZone, c.now, bookable.cutOff)
  const rows = (await activeOf(c.tx, bookable.target)).filter(({ state }) => state === 'waiting')
  let { free } = bookable
  for (const row of rows) {
    if (free <= 0) return
    const turn = await decideTurn(c, bookable, row)
    if (turn === null) {
      await move(c, row, 'closed')
    } else if (turn.does === 'skip') {
      await c.tx.update(waiting).set({ skipped: turn.why }).where(eq(waiting.id, row.id))
    } else if (turn.does === 'take' && c.now <= bookable.cutOff) {
      if (await takeFor(c, row, turn.purchaseId)) free -= 1
    } else if (until === null) {
      // no time left to reply: open the place to everybody
      return await openToAll(c, bookable, rows)
    } else {
      await offerTo(c, bookable, row, until)
      free -= 1
    }
  }
}

export async function offerTo(c: CommandContext, bookable: Bookable, row: Row, until: Instant): Promise<void> {
  await hold(c, bookable.target, row.userId, until)
  await move(c, row, 'offered', { offeredUntil: until, skipped: null })
  await c.queueOrReplace(offerExpires, until, { waitingId: row.id })
  await tellOffered(c, bookable, row, until)
}

/** 'Take it for me': takes the place with the chosen pass, never with another one or for money. */
async function takeFor(c: CommandContext, row: Row, purchaseId: string): Promise<boolean> {
  const { scheduleId, userId } = row
  const taken = scheduleId !== null && (await takeWithMembership(c, { scheduleId, userId, purchaseId }))
  if (!taken || !taken.ok) {
    await c.tx.update(waiting).set({ skipped: 'noPass' }).where(eq(waiting.id, row.id))
    return false
  }
  // send only this letter and not the usual confirmation
  const place = await findRegistration(c.tx, scheduleId, userId)
  if (place) await c.cancelQueued(placeBooked, place.id)
  await tellTaken(c, scheduleId, row, taken.value.membershipName)
  return true
}

async function openToAll(c: CommandContext, bookable: Bookable, rows: readonly Row[]): Promise<void> {
  const untold = rows.filter(({ toldAt }) => toldAt === null)
  if (untold.length === 0) return
  const ids = untold.map(({ id }) => id)
  const told = await c.tx.update(waiting).set({ toldAt: c.now }).where(inArray(waiting.id, ids)).returning()
  for (const row of told) if (row.state === 'waiting') await tellOpen(c, bookable, row)
}

/** Withdraws an offer, finally or until the next turn; does not offer the place to others. */
export async function withdraw(
  c: CommandContext,
  row: Row,
  to: 'expired' | 'declined' | 'left' | 'removed' | 'closed' | 'waiting',
) {
  if (row.state === 'offered') {
    await release(c, targetOf(row), row.userId)
    await c.cancelQueued(offerExpires, row.id)
  }
  await move(c, row, to)
}

/** Withdraws an offer, and offers the place to the next person. */
export async function withdrawAndPassOn(c: CommandContext, row: Row, to: Parameters<typeof withdraw>[2]) {
  await withdraw(c, row, to)
  const bookable = row.state === 'offered' ? await lockBookable(c, targetOf(row)) : null
  if (bookable) await offerIn(c, bookable)
}

export const jobs = [
  does(offerPlaces, async (c, target) => {
    const bookable = await lockBookable(c, target)
    if (bookable) await offerIn(c, bookable)
  }),
  does(offerExpires, async (c, { waitingId }) => {
    const find = () => c.tx.select().from(waiting).where(eq(waiting.id, waitingId))
    const [seen] = await find()
    if (!seen || !(await lockBookable(c, targetOf(seen)))) return
    // read again under the lock, as it may have been taken at the last moment
    const [row] = await find()
    if (row?.state !== 'offered' || (row.offeredUntil ?? 0) > c.now) return
    await withdrawAndPassOn(c, row, 'expired')
  }),
]
