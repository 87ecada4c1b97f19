import { useState } from 'react'
import { courses } from '#studio/courses/calls.ts'
import type { Room } from '#studio/rooms/contract.ts'
import { refusals, texts } from '#studio/rooms/messages.ts'
import { RoomsSection } from '#studio/rooms/parts/RoomsSection.tsx'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'

/** The list of rooms; a room that nothing ever used can be deleted. */
export function Rooms() {
  const t = useTexts(texts)
  const word = useTexts(words)
  const explain = useRefusalText(refusals)
  const used = useLive(courses.usedRooms, {})
  const [removing, setRemoving] = useState<Room | null>(null)
  return (
    <>
      <RoomsSection used={used.state === 'ready' ? used.answer : null} onDelete={setRemoving} />
      {removing && (
        <ConfirmCommand
          command={courses.removeRoom}
          input={{ id: removing.id }}
          title={t.deleteRoom(removing.name)}
          question={t.deleteQuestion}
          confirmLabel={word.delete}
          danger
          explain={explain}
          onDone={() => toast.success(t.saved)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}
