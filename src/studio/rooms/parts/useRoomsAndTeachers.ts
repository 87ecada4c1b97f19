import type { InputOf } from '#kernel/procedures.ts'
import { useLives } from '#web/live/useLives.ts'
import { useStudio } from '#web/studio.tsx'
import { rooms } from '../calls.ts'
import { withRoomsOrTeachers, type RoomAndTeachers } from '../rules.ts'

/** All rooms, and names of rooms and teachers; an unknown one has no name. */
export function useRoomsAndTeachers() {
  const [live] = useLives(rooms.shown, useAreThere() ? [{}] : [])
  const shown = live?.state === 'ready' ? live.answer : { rooms: [], teachers: [] }
  const known = new Map(shown.teachers.map((teacher) => [teacher.id, teacher]))
  return {
    rooms: shown.rooms,
    namesOf: ({ roomId, teacherIds }: RoomAndTeachers) => {
      const teachers = teacherIds.flatMap((id) => known.get(id) ?? [])
      return {
        room: shown.rooms.find(({ id }) => id === roomId)?.name ?? null,
        teachers: teachers.map(({ name }) => name).join(', '),
        firstNames: teachers.map(({ displayName }) => displayName).join(', '),
      }
    },
  }
}

/** When rooms and teachers are taken between two moments; empty if both features are off. */
export function useTaken(span: InputOf<typeof rooms.taken>) {
  const [live] = useLives(rooms.taken, useAreThere() ? [span] : [])
  return live?.state === 'ready' ? live.answer : []
}

function useAreThere(): boolean {
  const { features } = useStudio()
  return withRoomsOrTeachers.some((one) => features.includes(one))
}
