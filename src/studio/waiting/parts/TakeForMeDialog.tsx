import { useState } from 'react'
import { askFor } from '#studio/families/parts/usePeople.ts'
import type { OwnPurchase } from '#studio/memberships/contract.ts'
import { judgeMemberships } from '#studio/registrations/parts/choice.ts'
import { useMembershipCards } from '#studio/registrations/parts/useMembershipCards.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { toast } from '#web/ui/toast.ts'
import { WholeWords } from '#web/ui/WholeWords.tsx'
import { waiting } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import type { PersonsWaiting } from './WaitingLines.tsx'

/** Chooses the pass with which a free place is taken at once, or to be asked first. */
export function TakeForMeDialog(props: { own: PersonsWaiting; passes: readonly OwnPurchase[]; onClose: () => void }) {
  const { own, passes, onClose } = props
  const { person } = own
  const t = useTexts(texts)
  const { cancel } = useTexts(words)
  const formats = useFormats()
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(waiting.takeForMe)
  const cardsOf = useMembershipCards(explain)
  const judged = judgeMemberships(passes, { startsAt: own.startsAt ?? 0, categories: own.categories }, useNow())
  const fitting = judged.filter(({ why }) => why === null).map(({ purchase }) => purchase.id)
  const [picked, setPicked] = useState<string | null>(null)
  // ignore a chosen pass that has been used up since
  const kept = [picked, own.takeWith].find((one) => one === '' || (one && fitting.includes(one)))
  const chosen = kept ?? fitting[0] ?? ''
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    setProblem(null)
    const outcome = await run({ kind: own.kind, id: own.id, takeWith: chosen || null, ...askFor(own.person) })
    if (!outcome) return
    if (!outcome.ok) return setProblem(explain(outcome))
    toast.success(t.saved)
    onClose()
  }
  const cards = cardsOf(judged)
  return (
    <ConfirmDialog
      open
      title={person.own ? t.takeForMe : t.takeFor(person.displayName)}
      message={
        <>
          {own.startsAt !== null && own.endsAt !== null && (
            <strong className="block font-semibold text-ink">
              <WholeWords text={`${own.name}, ${formats.dayAndTimes(own.startsAt, own.endsAt)}`} />
            </strong>
          )}
          {person.own ? t.takeForMeHint : t.takeForHint(person.displayName)}
        </>
      }
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
            setPicked(value)
            setProblem(null)
          }}
          options={[...cards.slice(0, fitting.length), { value: '', title: t.askMe }, ...cards.slice(fitting.length)]}
        />
        {problem && <Alert kind="problem" title={problem} />}
      </div>
    </ConfirmDialog>
  )
}
