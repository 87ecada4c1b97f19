import { sql } from 'drizzle-orm'
import { rows, type Database } from '#server/db/database.ts'
import { dropIn } from '#server/testing/fixtures.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { Client, type Acknowledged } from './client.ts'

/** What a busy member can book and buy. */
export interface Offer {
  readonly scheduleIds: readonly string[]
  readonly membershipId: string
}

/** A member who keeps booking and cancelling, and tracks from the responses what must be in the database. */
export class BusyMember extends Client {
  /** Entries in which this person must have a place, according to the responses. */
  readonly places = new Set<string>()
  passes = 0

  /** Does one thing after the other until `stopped` returns true. */
  async keepBusy(offer: Offer, stopped: () => boolean, pause = 20): Promise<void> {
    while (!stopped()) {
      const scheduleId = offer.scheduleIds[Math.floor(Math.random() * offer.scheduleIds.length)] ?? ''
      if (Math.random() < 0.1) {
        const order = { membershipId: offer.membershipId, coverMember: true, paymentMethod: 'cash' as const }
        if ((await this.send(memberships.buy, order, pause)).ok) this.passes++
      } else if (this.places.has(scheduleId)) {
        if ((await this.send(registrations.cancel, { scheduleId }, pause)).ok) this.places.delete(scheduleId)
      } else if ((await this.send(registrations.registerWithDropIn, dropIn(scheduleId), pause)).ok) {
        this.places.add(scheduleId)
      }
    }
  }
}

/** Acknowledged changes missing from the database, in words; empty when nothing was lost. */
export async function lost(database: Database, members: readonly BusyMember[]): Promise<string[]> {
  const found: string[] = []
  for (const member of members) {
    const { userId } = member.person
    const held = rows<{ id: string }>(
      await database.read.execute(sql`select schedule_id as id from registrations where user_id = ${userId}`),
    )
    const passes = rows(await database.read.execute(sql`select id from purchases where user_id = ${userId}`)).length
    const really = new Set(held.map(({ id }) => id))
    for (const id of member.places) if (!really.has(id)) found.push(`a place in ${id}`)
    for (const id of really) if (!member.places.has(id)) found.push(`the end of a place in ${id}`)
    if (passes !== member.passes) found.push(`${member.passes - passes} passes`)
    found.push(...(await lostAnswers(database, member.journal)))
  }
  return found
}

/** Calls of the journal whose result is not stored under their key. */
async function lostAnswers(database: Database, journal: readonly Acknowledged[]): Promise<string[]> {
  const [first] = journal
  if (!first) return []
  const kept = rows<{ key: string; answer: object }>(
    await database.read.execute(sql`select key, answer from commands where actor = ${first.accountId}`),
  )
  const answers = new Map(kept.map(({ key, answer }) => [key, JSON.stringify(answer)]))
  return journal.filter(({ key }) => !answers.has(key)).map(({ key }) => `the answer to ${key}`)
}
