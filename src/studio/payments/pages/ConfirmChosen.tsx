import { useState } from 'react'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useFormats } from '#web/studio.tsx'
import { useCommand } from '#web/commands.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectionBar } from '#web/ui/SelectionBar.tsx'
import type { RowChoice } from '#web/ui/table.ts'
import { UndoAlert } from '#web/ui/UndoAlert.tsx'
import { payments } from '../calls.ts'
import type { DeskPayment } from '../contract.ts'
import { refusals } from '../messages.ts'
import { confirmFailures, deskTexts } from '../messages/desk.ts'
import { useTellUndone } from '../parts/useConfirmedOne.ts'
import { expectedOf, receivedOf } from '../rules.ts'

interface Chosen {
  readonly choice: RowChoice<DeskPayment>
  readonly rows: readonly DeskPayment[]
  readonly set: (rows: readonly DeskPayment[]) => void
}

/** Which payments of a list are selected. One that somebody else has moved out of the list is no longer selected. */
export function useChosen(rows: readonly DeskPayment[]): Chosen {
  const t = useTexts(deskTexts)
  const nameOf = useNameOf()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const choice: RowChoice<DeskPayment> = {
    isChosen: ({ id }) => ids.has(id),
    onChoose: ({ id }, chosen) =>
      setIds((before) => new Set(chosen ? [...before, id] : [...before].filter((one) => one !== id))),
    all: { label: t.chooseAll, onChoose: (chosen) => setIds(new Set(chosen ? rows.map(({ id }) => id) : [])) },
    label: (row) => t.choose(`${nameOf(row)}, ${row.description}`),
  }
  return {
    choice,
    rows: rows.filter(({ id }) => ids.has(id)),
    set: (next) => setIds(new Set(next.map(({ id }) => id))),
  }
}

/** Confirms all selected payments at once, or none of them. */
export function ConfirmChosen(props: { chosen: Chosen; onDone: (paymentIds: readonly string[]) => void }) {
  const { chosen, onDone } = props
  const t = useTexts(deskTexts)
  const { euros } = useFormats()
  const [asked, setAsked] = useState<readonly DeskPayment[] | null>(null)
  const explain = useRefusalText(confirmFailures, refusals)
  const sumOf = (some: readonly DeskPayment[]) => euros(some.reduce((sum, row) => sum + expectedOf(row), 0))
  const { rows, set } = chosen
  return (
    <>
      {rows.length > 0 && (
        <SelectionBar label={t.chosen(rows.length)} clearLabel={t.clearChoice} onClear={() => set([])}>
          <Button variant="primary" onPress={() => setAsked(rows)}>
            {t.confirmMany(rows.length, sumOf(rows))}
          </Button>
        </SelectionBar>
      )}
      {asked && (
        <ConfirmCommand
          command={payments.confirmMany}
          input={{
            seen: asked.map((row) => ({ paymentId: row.id, seenStatus: row.status, seenReceived: receivedOf(row) })),
          }}
          title={t.confirmManyTitle}
          question={t.confirmManyQuestion(asked.length, sumOf(asked))}
          confirmLabel={t.confirm}
          explain={explain}
          onDone={() => {
            set([])
            onDone(asked.map(({ id }) => id))
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** Says what was just confirmed, and can undo it before anybody was written to. */
export function UndoConfirmed(props: {
  paymentIds: readonly string[]
  title: string
  /** A message beside the press has said it too. */
  quiet?: boolean
  onOver: () => void
}) {
  const { paymentIds, title, quiet = false, onOver } = props
  const t = useTexts(deskTexts)
  const tellUndone = useTellUndone()
  const { run, pending } = useCommand(payments.undoConfirmed)

  async function undo() {
    const outcome = await run({ paymentIds: [...paymentIds] })
    if (outcome && tellUndone(outcome)) onOver()
  }
  return (
    <UndoAlert title={title} undo={t.undoConfirmed} pending={pending} quiet={quiet} onUndo={undo} onOver={onOver}>
      {t.receiptsWait}
    </UndoAlert>
  )
}
