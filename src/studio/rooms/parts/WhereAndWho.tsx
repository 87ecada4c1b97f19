import { MapPin, User } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useRoomsAndTeachers } from './useRoomsAndTeachers.ts'
import { texts } from '../messages.ts'
import type { RoomAndTeachers } from '../rules.ts'

/** The room and the teachers; nothing if neither is set. */
export function WhereAndWho({ of }: { of: RoomAndTeachers }) {
  return of.roomId === null && of.teacherIds.length === 0 ? null : <Named of={of} />
}

function Named({ of }: { of: RoomAndTeachers }) {
  const t = useTexts(texts)
  const { room, teachers } = useRoomsAndTeachers().namesOf(of)
  if (room === null && teachers === '') return null
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-muted">
      {teachers !== '' && (
        <span>
          <User aria-hidden="true" className="mr-1 inline size-4 align-text-bottom" />
          <span className="sr-only">{t.teachers}: </span>
          {teachers}
        </span>
      )}
      {room !== null && (
        <span>
          <MapPin aria-hidden="true" className="mr-1 inline size-4 align-text-bottom" />
          <span className="sr-only">{t.room}: </span>
          {room}
        </span>
      )}
    </span>
  )
}

/** The same for narrow rows: first names, without icons. */
export function WhereAndWhoShort({ of }: { of: RoomAndTeachers }) {
  return of.roomId === null && of.teacherIds.length === 0 ? null : <ShortlyNamed of={of} />
}

function ShortlyNamed({ of }: { of: RoomAndTeachers }) {
  const { room, firstNames } = useRoomsAndTeachers().namesOf(of)
  return <span>{[firstNames, room].filter(Boolean).join(' · ')}</span>
}
