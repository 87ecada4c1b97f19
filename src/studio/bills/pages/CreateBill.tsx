import { useState } from 'react'
import type { LocalDate } from '#kernel/time.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectionBar } from '#web/ui/SelectionBar.tsx'
import { toast } from '#web/ui/toast.ts'
import { bills } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import type { BillLine, BillLines } from './useBill.ts'

/** Creates the payments of all chosen people in one press, for the sum shown in the confirmation. */
export function CreateBill({ month, dueOn, lines }: { month: string; dueOn: LocalDate; lines: BillLines }) {
  const t = useTexts(texts)
  const { monthOfYear, dateOfYear, euros } = useFormats()
  const [asked, setAsked] = useState<readonly BillLine[] | null>(null)
  const explain = useRefusalText(refusals)
  const chosen = lines.all.filter((line) => line.chosen)
  const ids = lines.all.map(({ row }) => row.personId)
  return (
    <>
      {chosen.length > 0 && (
        <SelectionBar label={t.chosen(chosen.length)} clearLabel={t.clear} onClear={() => lines.choose(ids, false)}>
          <Button variant="primary" onPress={() => setAsked(chosen)}>
            {t.create(chosen.length)}
          </Button>
        </SelectionBar>
      )}
      {asked && (
        <ConfirmCommand
          command={bills.create}
          input={{
            month,
            rows: asked.map(({ row, proposed, cents }) => ({ personId: row.personId, proposed, cents })),
          }}
          title={t.create(asked.length)}
          question={t.createQuestion(
            monthOfYear(month),
            euros(asked.reduce((sum, { cents }) => sum + cents, 0)),
            new Set(asked.map(({ row }) => row.payerId)).size,
            dateOfYear(dueOn),
          )}
          confirmLabel={t.create(asked.length)}
          pendingLabel={t.creating}
          explain={explain}
          onDone={({ created }) => toast.success(t.created(created))}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
