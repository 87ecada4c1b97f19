import { UserRoundX } from 'lucide-react'
import { useState } from 'react'
import type { Instant } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { standIns } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { whyNotAsk } from '../rules.ts'
import { isActive } from '../rules/states.ts'
import { StandInState } from './StandInState.tsx'
import { useHasStandIns, useStandIns } from './useStandIns.ts'

interface Entry {
  readonly id: string
  readonly className: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly cancelledAt: Instant | null
  readonly teacherIds: readonly string[]
}

/** Requests for a stand-in in one class, with their buttons; nothing without requests. */
export function StandIns({ entry }: { entry: Entry }) {
  return useHasStandIns() ? <OfEntry entry={entry} /> : null
}

function OfEntry({ entry }: { entry: Entry }) {
  const { accountId } = useMe()
  const now = useNow()
  const all = useStandIns()
  if (all === null) return null
  const ofEntry = all.filter(({ scheduleId }) => scheduleId === entry.id)
  const mayAsk =
    accountId !== null &&
    whyNotAsk(entry, accountId, now) === null &&
    !ofEntry.some(({ teacherId, state }) => teacherId === accountId && isActive(state))
  if (ofEntry.length === 0 && !mayAsk) return null
  return (
    <div className="flex flex-col items-start gap-2">
      {ofEntry.map((one) => (
        <StandInState key={one.id} one={one} />
      ))}
      {mayAsk && <Ask entry={entry} />}
    </div>
  )
}

function Ask({ entry }: { entry: Entry }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const explain = useRefusalText(refusals)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        flush="always"
        icon={<UserRoundX aria-hidden="true" className="size-4" />}
        onPress={() => setAsking(true)}
      >
        {t.cant}
      </Button>
      {asking && (
        <ConfirmCommand
          command={standIns.ask}
          input={{ scheduleId: entry.id }}
          title={t.askTitle}
          question={t.askQuestion(entry.className, formats.dayAndTimes(entry.startsAt, entry.endsAt))}
          confirmLabel={t.askConfirm}
          cancelLabel={t.keep}
          explain={explain}
          onDone={({ told }) => toast.success(t.asked(told))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
