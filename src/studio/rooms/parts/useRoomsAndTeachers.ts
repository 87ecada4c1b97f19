import { useLive } from '#web/live/useLive.ts'
import { rooms } from '../calls.ts'
import type { RoomAndTeachers } from '../rules.ts'

/** All rooms, and what rooms and teachers are called; one that is not known (any more) has no name. */
export function useRoomsAndTeachers() {
  const live = useLive(rooms.shown, {})
  const shown = live.state === 'ready' ? live.answer : { rooms: [], teachers: [] }
  const names = new Map(shown.teachers.map(({ id, name }) => [id, name]))
  return {
    rooms: shown.rooms,
    namesOf: ({ roomId, teacherIds }: RoomAndTeachers) => ({
      room: shown.rooms.find(({ id }) => id === roomId)?.name ?? null,
      teachers: teacherIds.flatMap((id) => names.get(id) ?? []).join(', '),
    }),
  }
}
