import { useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { newId } from '#kernel/ids.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Card.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormActions } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { bank } from '../calls.ts'
import type { bank as contract } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { deedTexts } from '../messages/deeds.ts'
import { shareText } from './shareText.ts'

type Kind = AnswerOf<typeof contract.suggested>[number]

/** Lists lines with the same kind of suggestion, to be assigned together. */
export function SuggestedTogether() {
  const t = useTexts(texts)
  const suggested = useLive(bank.suggested, {})
  const [shown, setShown] = useState<Kind | null>(null)
  if (suggested.state !== 'ready') return null
  return (
    <>
      {suggested.answer.map((kind) => (
        <Alert
          key={kind.hint}
          kind="info"
          title={t.hints[kind.hint]}
          action={
            <Button size="small" onPress={() => setShown(kind)}>
              {t.lookAt(kind.lines.length)}
            </Button>
          }
        />
      ))}
      {shown && <Together kind={shown} onClose={() => setShown(null)} />}
    </>
  )
}

/** A snapshot from when it was opened: only what the user saw is assigned. */
function Together({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const t = useTexts(texts)
  const word = useTexts(words)
  const told = useTexts(deedTexts)
  const { day, euros } = useFormats()
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(bank.assignSuggested)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<string | null>(null)
  const { hint, total, lines } = kind
  const chosen = lines.filter(({ lineId }) => !left.has(lineId))
  const sum = chosen.reduce((added, { cents }) => added + cents, 0)

  function choose(lineId: string, on: boolean) {
    setProblem(null)
    const others = [...left].filter((id) => id !== lineId)
    setLeft(new Set(on ? others : [...others, lineId]))
  }

  async function assign() {
    if (chosen.length === 0) return setProblem(t.chooseLines)
    const outcome = await run({ lines: chosen.map(({ lineId, seen }) => ({ lineId, seen })), press: newId() })
    if (!outcome) return
    if (!outcome.ok) return setProblem(explain(outcome))
    const { changed } = outcome.value
    if (changed > 0) toast.problem(t.changed(changed))
    onClose()
  }

  return (
    <Dialog open onClose={onClose} title={t.hints[hint]} description={t.lookAtHint} pending={pending}>
      <Stack>
        <ul className="flex max-h-96 flex-col overflow-y-auto">
          {lines.map(({ lineId, line, cents, payer, shares }) => {
            const paid = shares.reduce((added, share) => added + share.cents, 0)
            return (
              <li key={lineId}>
                <CheckboxField
                  label={t.line(line || t.noName, euros(cents))}
                  description={[
                    payer.name,
                    ...shares.map((share) => shareText(share, { cents }, payer, told, { day, euros })),
                    ...(paid < cents ? [t.toCredit(cents - paid)] : []),
                  ].join(' · ')}
                  checked={!left.has(lineId)}
                  onChange={(on) => choose(lineId, on)}
                />
              </li>
            )
          })}
        </ul>
        {total > lines.length && <p className="text-sm text-muted">{t.moreLater(total - lines.length)}</p>}
        {problem && <Alert kind="problem">{problem}</Alert>}
        <FormActions>
          <Button variant="primary" pending={pending} onPress={() => void assign()}>
            {t.assignMany(chosen.length, euros(sum))}
          </Button>
          <Button variant="quiet" onPress={onClose} disabled={pending}>
            {word.cancel}
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  )
}
