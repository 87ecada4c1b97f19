import { openDatabase, type DatabaseOptions } from '#server/db/database.ts'
import { aMembership, anEntry } from '#server/testing/fixtures.ts'
import { TestStudio, type Person } from '#server/testing/studio.ts'
import type { Offer } from './member.ts'

export interface Seeded extends Offer {
  readonly admin: Person
  readonly members: readonly Person[]
}

/** Opens a place, runs `work` with the studio in it at the real time, and closes it. */
export async function inStudio<T>(place: DatabaseOptions, work: (studio: TestStudio) => Promise<T>): Promise<T> {
  const studio = await TestStudio.open({}, await openDatabase(place))
  studio.now = Date.now()
  try {
    return await work(studio)
  } finally {
    await studio.close()
  }
}

/** Adds members and a few small classes; everything is free, so that nobody reaches the limit of open payments. */
export async function plant(studio: TestStudio, members: number): Promise<Seeded> {
  const admin = await studio.person('admin')
  const scheduleIds: string[] = []
  for (const maxParticipants of [2, 4, 100]) {
    scheduleIds.push((await anEntry(studio, admin, { maxParticipants, inDays: 3, standardPrice: 0 })).scheduleId)
  }
  return {
    admin,
    members: await Promise.all(Array.from({ length: members }, () => studio.person())),
    scheduleIds,
    membershipId: await aMembership(studio, admin, { standardPrice: 100, memberPrice: 0 }),
  }
}

/** The same in a place without a studio. */
export const seed = (place: DatabaseOptions, members: number): Promise<Seeded> =>
  inStudio(place, (studio) => plant(studio, members))

/** Environment variables of a server on that place. */
export function environmentOf(place: DatabaseOptions, port: number, dataDir: string): Record<string, string> {
  return {
    PORT: String(port),
    DATA_DIR: place.databaseUrl ? dataDir : place.dataDir,
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  }
}
