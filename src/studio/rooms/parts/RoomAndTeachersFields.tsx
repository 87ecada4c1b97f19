import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ChipsField } from '#web/ui/CheckboxField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { rooms } from '../calls.ts'
import { texts } from '../messages.ts'
import { clashesInRoom, clashesOfTeachers, haveTeachers, type Span, type Taken } from '../rules.ts'
import { useRoomsAndTeachers } from './useRoomsAndTeachers.ts'

interface Fields {
  readonly roomId?: string | null | undefined
  readonly teacherIds?: readonly string[] | undefined
}
interface Props {
  readonly value: Fields
  readonly onChange: (change: { roomId?: string | null; teacherIds?: string[] }) => void
  /** Planned times, if known: clashes are shown at once. */
  readonly times?: readonly Span[] | undefined
  /** Other planned times that are not saved yet. */
  readonly beside?: readonly Taken[]
  /** Id of the entry or course itself, which does not clash with itself. */
  readonly ownerId?: string
  readonly disabled?: boolean
}

/** Fields for the room and teachers of a class, entry or course; nothing for features that are switched off. */
export function RoomAndTeachersFields(props: Props) {
  const { features } = useStudio()
  const hasRooms = features.includes('rooms')
  const hasTeachers = haveTeachers(features)
  if (!hasRooms && !hasTeachers) return null
  return (
    <>
      {hasRooms && <RoomField {...props} />}
      {hasTeachers && <TeachersField {...props} />}
      {props.times && props.times.length > 0 && <Clashes {...props} times={props.times} />}
    </>
  )
}

function RoomField({ value: { roomId = null }, onChange, disabled }: Props) {
  const t = useTexts(texts)
  const all = useRoomsAndTeachers().rooms
  const offered = all.filter(({ id, archived }) => !archived || id === roomId)
  if (offered.length === 0) return null
  return (
    <SelectField
      label={t.room}
      name="roomId"
      value={roomId ?? ''}
      placeholder={t.noRoom}
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => onChange({ roomId: id === '' ? null : id })}
      {...(disabled && { disabled })}
    />
  )
}

function TeachersField({ value: { teacherIds = [] }, onChange, disabled }: Props) {
  const t = useTexts(texts)
  const live = useLive(rooms.staff, {})
  if (live.state !== 'ready' || live.answer.length === 0) return null
  return (
    <ChipsField
      label={t.teachers}
      name="teacherIds"
      values={teacherIds}
      options={live.answer.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(ids) => onChange({ teacherIds: ids })}
      {...(disabled && { disabled })}
    />
  )
}

/** Shows clashes at these times: the server refuses a taken room, but only warns about a teacher. */
function Clashes({
  value: { roomId = null, teacherIds = [] },
  times,
  beside = [],
  ownerId,
}: Props & { times: readonly Span[] }) {
  const t = useTexts(texts)
  const { namesOf } = useRoomsAndTeachers()
  const from = Math.min(...times.map(({ startsAt }) => startsAt))
  const until = Math.max(...times.map(({ endsAt }) => endsAt))
  const live = useLive(rooms.taken, { from, until })
  const when = useWhen()
  const saved = live.state === 'ready' ? live.answer.filter((one) => one.ownerId !== ownerId) : []
  const taken = [...saved, ...beside]
  const inRoom = clashesInRoom(roomId, times, taken)
  const ofTeachers = clashesOfTeachers(teacherIds, times, taken)
  const more = (all: readonly Taken[]) => (all.length > 1 ? ` (${t.andMore(all.length - 1)})` : '')
  return (
    <>
      {inRoom[0] && (
        <Alert kind="problem">
          {t.roomTaken(inRoom[0].title, when(inRoom[0]))}
          {more(inRoom)}
        </Alert>
      )}
      {ofTeachers[0] && (
        <Alert kind="warning">
          {t.teacherTaken(
            namesOf({ roomId: null, teacherIds: ofTeachers[0].teacherIds.filter((id) => teacherIds.includes(id)) })
              .teachers,
            ofTeachers[0].title,
            when(ofTeachers[0]),
          )}
          {more(ofTeachers)}
        </Alert>
      )}
    </>
  )
}

function useWhen() {
  const formats = useFormats()
  return ({ startsAt, endsAt }: Span) => formats.dayAndTimes(startsAt, endsAt)
}
