import type { Tx } from '#server/db/database.ts'
import type { Settings } from '#server/settings.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { rooms } from '../tables.ts'

/** The room's name for a calendar event; empty without a room. */
export type RoomOf = (one: { readonly roomId: string | null }) => { readonly room?: string }

/** Returns nothing for every room if the feature is switched off. */
export async function roomsOf(db: Tx, { sections }: Pick<Settings, 'sections'>): Promise<RoomOf> {
  if (!switchedOn(sections).includes('rooms')) return () => ({})
  const names = new Map((await db.select().from(rooms)).map(({ id, name }) => [id, name]))
  return ({ roomId }) => {
    const room = names.get(roomId ?? '')
    return room === undefined ? {} : { room }
  }
}
