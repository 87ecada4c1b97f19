import { useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { newId } from '#kernel/ids.ts'
import { useFormats } from '#web/studio.tsx'
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

/** A line that changed is another decision. */
const keyOf = ({ lineId, seen }: Ready) => `${lineId} ${seen}`

/**
 * Settles all ready lines on one press, in as many transactions as needed; after an interruption, a new press
 * continues.
 */
export function SettleAll(props: {
  list: 'settles' | 'back'
  left: ReadonlySet<string>
  /** The list on screen is empty: what is ready may appear a moment later, or may not match the search. */
  empty: boolean
  /** Called with the press whose parts are being sent, and with null when it is over. */
  onSending: (press: string | null) => void
}) {
  const { list, left } = props
  const t = useTexts(texts)
  const { euros } = useFormats()
  const explain = useRefusalText(refusals)
  const ready = useLive(bank.ready, {})
  // settled lines, until they leave the answer: they must not be offered again meanwhile
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)
  if (ready.state !== 'ready') return null
  const listed = new Set(ready.answer.map(keyOf))
  // once a line has left the answer, it can come back: it was undone
  if ([...sent].some((key) => !listed.has(key))) setSent(new Set([...sent].filter((key) => listed.has(key))))
  const wanted = ready.answer.filter((line) => line.list === list && !left.has(line.lineId) && !sent.has(keyOf(line)))
  const sum = wanted.reduce((total, { cents }) => total + cents, 0)
  const opens = wanted.reduce((total, line) => total + line.opens, 0)

  async function settle() {
    const press = newId()
    let done = 0
    let changed = 0
    props.onSending(press)
    for (const part of inParts<Ready>(wanted)) {
      setProgress({ done, all: wanted.length })
      const some = part.map(({ lineId, seen }) => ({ lineId, seen }))
      const outcome = await send(bank.settle, { lines: some, press })
      if (!outcome.ok) {
        toast.problem(explain(outcome))
        break
      }
      // if some of them have changed, it is not known which
      if (outcome.value.changed === 0) setSent((before) => new Set([...before, ...part.map(keyOf)]))
      done += part.length
      changed += outcome.value.changed
    }
    setProgress(null)
    props.onSending(null)
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
        {list === 'back' && wanted.every(({ opens }) => opens > 0)
          ? t.reopen(opens, euros(sum))
          : t.settle(wanted.length, list === 'back' ? `−${euros(sum)}` : euros(sum))}
      </Button>
    </ActionBar>
  )
}
