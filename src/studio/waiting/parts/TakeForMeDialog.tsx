import { useState } from 'react'
import { askFor } from '#studio/families/parts/useDancers.ts'
import type { OwnPurchase } from '#studio/memberships/contract.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { toast } from '#web/ui/toast.ts'
import { waiting } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import type { DancersWaiting } from './Standing.tsx'

/** Chooses the pass with which a place is taken at once, or to be asked first. */
export function TakeForMeDialog(props: { own: DancersWaiting; passes: readonly OwnPurchase[]; onClose: () => void }) {
  const { own, passes, onClose } = props
  const t = useTexts(texts)
  const { cancel } = useTexts(words)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(waiting.takeForMe)
  const [chosen, setChosen] = useState(own.takeWith ?? passes[0]?.id ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    setProblem(null)
    const outcome = await run({ kind: own.kind, id: own.id, takeWith: chosen || null, ...askFor(own.dancer) })
    if (!outcome) return
    if (!outcome.ok) return setProblem(explain(outcome))
    toast.success(t.saved)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={t.takeForMe}
      message={t.takeForMeHint}
      confirmLabel={t.save}
      cancelLabel={cancel}
      pending={pending}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-4">
        <RadioCards
          label={t.withPass}
          value={chosen}
          onChange={(value) => {
            setChosen(value)
            setProblem(null)
          }}
          options={[
            ...passes.map(({ id, membershipName }) => ({ value: id, title: membershipName })),
            { value: '', title: t.askMe },
          ]}
        />
        {problem && <Alert kind="problem" title={problem} />}
      </div>
    </ConfirmDialog>
  )
}
