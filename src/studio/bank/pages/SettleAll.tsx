import { useState } from 'react'
import { euros } from '#kernel/money.ts'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { askOnce, useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { bank } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { MOST_SETTLED } from '../rules.ts'

/** Settles by one press all lines that are ready, in as many transactions as it takes: what is cut off goes on later. */
export function SettleAll({ list, left }: { list: 'settles' | 'back'; left: ReadonlySet<string> }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const ready = useLive(bank.ready, {})
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)
  if (ready.state !== 'ready') return null
  const wanted = ready.answer.filter((line) => line.list === list && !left.has(line.lineId))
  const sum = wanted.reduce((total, { cents }) => total + cents, 0)

  async function settle() {
    const now = await askOnce(bank.ready, {})
    const lines = (now.state === 'ready' ? now.answer : wanted).filter(
      (line) => line.list === list && !left.has(line.lineId),
    )
    let settled = 0
    let changed = 0
    for (let from = 0; from < lines.length; from += MOST_SETTLED) {
      setProgress({ done: from, all: lines.length })
      const some = lines.slice(from, from + MOST_SETTLED).map(({ lineId, seen }) => ({ lineId, seen }))
      const outcome = await send(bank.settle, { lines: some })
      if (!outcome.ok) {
        setProgress(null)
        return toast.problem(explain(outcome))
      }
      settled += outcome.value.settled
      changed += outcome.value.changed
    }
    setProgress(null)
    if (settled > 0) toast.success(t.settled(settled))
    if (changed > 0) toast.problem(t.changed(changed))
  }

  if (wanted.length === 0 && !progress) return null
  return (
    <div className="sticky bottom-20 z-10 flex flex-wrap items-center gap-4 rounded-card border border-brand bg-surface p-3 shadow-card sm:bottom-4 print:hidden">
      <Button
        variant="primary"
        pending={progress !== null}
        pendingLabel={progress ? t.settling(progress.done, progress.all) : t.reading}
        onPress={() => void settle()}
      >
        {t.settle(wanted.length, euros(sum))}
      </Button>
      {progress && (
        <progress
          aria-label={t.settling(progress.done, progress.all)}
          value={progress.done}
          max={progress.all}
          className="h-2 flex-1 accent-brand"
        />
      )}
    </div>
  )
}
