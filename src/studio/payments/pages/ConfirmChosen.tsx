import { useState } from 'react'
import { euros } from '#kernel/money.ts'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import type { RowChoice } from '#web/ui/table.ts'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import type { DeskPayment } from '../contract.ts'
import { refusals } from '../messages.ts'
import { confirmFailures, deskTexts } from '../messages/desk.ts'
import { expectedOf, receivedOf } from '../rules.ts'

interface Chosen {
  readonly choice: RowChoice<DeskPayment>
  readonly rows: readonly DeskPayment[]
  readonly set: (rows: readonly DeskPayment[]) => void
}

/** Which payments of a list are chosen. One that somebody else has moved meanwhile leaves the choice with the list. */
export function useChosen(rows: readonly DeskPayment[]): Chosen {
  const t = useTexts(deskTexts)
  const nameOf = useNameOf()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const choice: RowChoice<DeskPayment> = {
    isChosen: ({ id }) => ids.has(id),
    onChoose: ({ id }, chosen) =>
      setIds((before) => new Set(chosen ? [...before, id] : [...before].filter((one) => one !== id))),
    label: (row) => t.choose(`${nameOf(row)}, ${row.description}`),
  }
  return {
    choice,
    rows: rows.filter(({ id }) => ids.has(id)),
    set: (next) => setIds(new Set(next.map(({ id }) => id))),
  }
}

/** The bar below a list while something in it is chosen: all of it is confirmed in one press, or none. */
export function ConfirmChosen({ chosen, rows }: { chosen: Chosen; rows: readonly DeskPayment[] }) {
  const t = useTexts(deskTexts)
  const [asked, setAsked] = useState<readonly DeskPayment[] | null>(null)
  const explain = useRefusalText(confirmFailures, refusals)
  const sumOf = (some: readonly DeskPayment[]) => euros(some.reduce((sum, row) => sum + expectedOf(row), 0))
  if (rows.length === 0) return null
  return (
    <div
      className={
        chosen.rows.length > 0
          ? 'sticky bottom-20 z-10 flex flex-wrap items-center gap-2 rounded-card border border-brand bg-surface p-3 shadow-card sm:bottom-4 print:hidden'
          : 'flex print:hidden'
      }
    >
      {chosen.rows.length > 0 && (
        <Button variant="primary" onPress={() => setAsked(chosen.rows)}>
          {t.confirmMany(chosen.rows.length, sumOf(chosen.rows))}
        </Button>
      )}
      {chosen.rows.length < rows.length && (
        <Button variant="quiet" size="small" onPress={() => chosen.set(rows)}>
          {t.chooseAll}
        </Button>
      )}
      {chosen.rows.length > 0 && (
        <Button variant="quiet" size="small" onPress={() => chosen.set([])}>
          {t.clearChoice}
        </Button>
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
          onDone={({ confirmed }) => {
            chosen.set([])
            toast.success(t.confirmedMany(confirmed))
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
