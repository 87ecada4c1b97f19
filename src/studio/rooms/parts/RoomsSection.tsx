import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { RowActions } from '#web/ui/RowActions.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { rooms } from '../calls.ts'
import type { Room } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { checkRoom } from '../rules.ts'

/** The rooms in the settings. `used`: ids of rooms in use; null while they are loading. */
export function RoomsSection({ used, onDelete }: { used: readonly string[] | null; onDelete: (room: Room) => void }) {
  const t = useTexts(texts)
  // the room as it was when its form was opened
  const [editing, setEditing] = useState<Room | 'new' | null>(null)
  return (
    <LiveAnswer query={rooms.shown} input={{}} shape="text" failed={t.loadFailed}>
      {({ rooms: all }) => (
        <Card>
          <p className="text-muted">{all.length === 0 ? t.noneYet : t.hint}</p>
          {all.length > 0 && (
            <ul className="flex flex-col divide-y divide-line">
              {all.map((room) => (
                <Row
                  key={room.id}
                  room={room}
                  onEdit={() => setEditing(room)}
                  onDelete={used?.includes(room.id) === false ? () => onDelete(room) : null}
                />
              ))}
            </ul>
          )}
          <div>
            <Button icon={<Plus aria-hidden="true" className="size-5" />} onPress={() => setEditing('new')}>
              {t.add}
            </Button>
          </div>
          {editing && (
            <RoomDialog
              room={editing === 'new' ? null : editing}
              saved={editing === 'new' ? undefined : all.find(({ id }) => id === editing.id)}
              onClose={() => setEditing(null)}
            />
          )}
        </Card>
      )}
    </LiveAnswer>
  )
}

function Row(props: { room: Room; onEdit: () => void; onDelete: (() => void) | null }) {
  const { room, onEdit, onDelete } = props
  const { id, name, archived } = room
  const t = useTexts(texts)
  const word = useTexts(words)
  const explain = useRefusalText(refusals)
  const archive = useCommand(rooms.archive)

  async function change() {
    const outcome = await archive.run({ id, archived: !archived })
    if (outcome?.ok) toast.success(t.saved)
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <li className="flex items-center gap-x-3 py-2">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        {name} {archived && <Badge tone="warning">{t.archived}</Badge>}
      </span>
      <span className="-mr-3 flex shrink-0 items-center">
        <RowActions
          name={name}
          actions={[
            { label: t.rename, onPress: onEdit },
            { label: archived ? t.restore : t.archive, pending: archive.pending, onPress: () => void change() },
            ...(onDelete ? [{ label: word.delete, onPress: onDelete, destroys: true }] : []),
          ]}
        />
      </span>
    </li>
  )
}

/** Adds or renames a room; `saved` is its current state on the server. */
function RoomDialog(props: { room: Room | null; saved: Room | undefined; onClose: () => void }) {
  const { room, saved, onClose } = props
  const t = useTexts(texts)
  const add = useCommand(rooms.add)
  const rename = useCommand(rooms.rename)
  const form = useForm<{ name: string }>({
    start: { name: room?.name ?? '' },
    ...(saved && { saved: { name: saved.name } }),
    check: (form) => checkRoom(form),
    send: ({ name }, before) => (room ? rename.run({ id: room.id, name, before }) : add.run({ name })),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.saved)
      onClose()
    },
  })
  return (
    <FormDialog
      about={room?.id ?? 'new'}
      {...{ form, onClose }}
      size="small"
      pending={add.pending || rename.pending}
      title={room ? `${t.rename}: ${room.name}` : t.add}
      submit={room ? t.save : t.addSubmit}
    >
      <TextField label={t.name} required autoComplete="off" {...form.field('name')} />
    </FormDialog>
  )
}
