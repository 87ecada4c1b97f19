import { useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { euros } from '#kernel/money.ts'
import { send } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { bank } from '../calls.ts'
import type { bank as contract } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { inParts } from '../rules.ts'

type Ready = AnswerOf<typeof contract.ready>[number]

/** Settles by one press all lines that are ready, in as many transactions as it takes: what is cut off goes on later. */
export function SettleAll(props: {
  list: 'settles' | 'back'
  left: ReadonlySet<string>
  /** The list shows nothing: what is ready is told a moment later, or is not what was searched for. */
  empty: boolean
  /** With the lines that are settled now. */
  onSettled: (lineIds: readonly string[]) => void
}) {
  const { list, left } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const ready = useLive(bank.ready, {})
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)
  if (ready.state !== 'ready') return null
  const wanted = ready.answer.filter((line) => line.list === list && !left.has(line.lineId))
  const sum = wanted.reduce((total, { cents }) => total + cents, 0)

  async function settle() {
    const sent: string[] = []
    let settled = 0
    let changed = 0
    for (const part of inParts<Ready>(wanted)) {
      setProgress({ done: sent.length, all: wanted.length })
      const some = part.map(({ lineId, seen }) => ({ lineId, seen }))
      const outcome = await send(bank.settle, { lines: some })
      if (!outcome.ok) {
        toast.problem(explain(outcome))
        break
      }
      sent.push(...part.map(({ lineId }) => lineId))
      settled += outcome.value.settled
      changed += outcome.value.changed
    }
    setProgress(null)
    if (settled > 0) props.onSettled(sent)
    if (changed > 0) toast.problem(t.changed(changed))
  }

  if ((wanted.length === 0 || props.empty) && !progress) return null
  return (
    <ActionBar progress={progress && { ...progress, label: t.settling(progress.done, progress.all) }}>
      {!progress && <span className="mr-auto self-center pl-2 text-sm font-semibold">{t.ticked(wanted.length)}</span>}
      <Button
        variant="primary"
        pending={progress !== null}
        pendingLabel={progress ? t.settling(progress.done, progress.all) : t.reading}
        onPress={() => void settle()}
      >
        {t.settle(wanted.length, euros(sum))}
      </Button>
    </ActionBar>
  )
}
