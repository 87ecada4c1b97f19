import { CheckCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { joined, useRefusalText } from '#web/refusals.ts'
import { useNow } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { attendance } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { mayTakeAll, MOST_MARKED, TAKE_BACK_WITHIN } from '../rules.ts'
import type { ClassRow } from './registrants.ts'

interface Press {
  readonly userIds: string[]
  readonly markedAt: number
}

/** How many are here, visible wherever the list is scrolled; one press marks everyone without a mark. */
export function AllHere({ entry, quiet }: { entry: ClassRow; /** Somebody is looked for. */ quiet: boolean }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const now = useNow()
  const takeAll = useCommand(attendance.takeAll)
  const takeBack = useCommand(attendance.takeAllBack)
  const [pressed, setPressed] = useState<Press | null>(null)
  const { registrants } = entry
  if (registrants.length === 0 || !mayTakeAll(entry, now)) return null
  const scheduleId = entry.id
  const here = registrants.filter((row) => row.attendance === 'attended').length
  const unmarked = registrants.filter((row) => row.attendance === null).map(({ userId }) => userId)
  const undone = pressed !== null && now - pressed.markedAt < TAKE_BACK_WITHIN ? pressed : null

  async function mark() {
    const outcome = await takeAll.run({ scheduleId, userIds: unmarked.slice(0, MOST_MARKED) })
    // a press before the live update finds nobody left: the first one can still be undone
    if (outcome?.ok && outcome.value.userIds.length > 0) setPressed(outcome.value)
    else if (outcome && !outcome.ok) toast.problem(joined(t.allHereFailed, explain(outcome)))
  }

  async function undo(press: Press) {
    const outcome = await takeBack.run({ scheduleId, ...press })
    if (outcome?.ok) setPressed(null)
    else if (outcome) toast.problem(joined(t.allHereFailed, explain(outcome)))
  }

  return (
    <div
      data-over-content
      className="sticky top-[4.0625rem] z-10 flex min-h-13 flex-wrap items-center justify-between gap-2 rounded-card border border-line bg-surface px-4 py-1 shadow-card low:static print:static"
    >
      <p role="status" className="font-display text-lg font-bold tabular-nums">
        {t.here(here, registrants.length)}
      </p>
      <div className="flex items-center gap-2">
        {undone && (
          <Button
            size="small"
            pending={takeBack.pending}
            icon={<Undo2 aria-hidden="true" className="size-4" />}
            onPress={() => void undo(undone)}
          >
            {t.undo}
          </Button>
        )}
        {unmarked.length > 0 && !quiet && (
          <Button
            size="small"
            variant="primary"
            pending={takeAll.pending}
            icon={<CheckCheck aria-hidden="true" className="size-4" />}
            onPress={() => void mark()}
          >
            {t.allHere(unmarked.length)}
          </Button>
        )}
      </div>
    </div>
  )
}
