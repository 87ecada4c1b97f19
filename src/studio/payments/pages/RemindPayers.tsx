import { useState } from 'react'
import { euros } from '#kernel/money.ts'
import { useCommand } from '#web/commands.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { joined, useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { usePressed } from '#web/usePressed.ts'
import { payments } from '../calls.ts'
import { refusals } from '../messages.ts'
import { nobodyInWords, remindTexts } from '../messages/remind.ts'

/**
 * Reminds the payers of these payments, or of all overdue ones, of what they owe; who is left out is listed with the
 * reason before the press. It can be undone for two minutes.
 */
export function RemindPayers({ paymentIds = null }: { paymentIds?: string[] | null }) {
  const may = useMay('confirmPayments')
  return may && <Remind paymentIds={paymentIds} />
}

function Remind({ paymentIds }: { paymentIds: string[] | null }) {
  const t = useTexts(remindTexts)
  const { language } = useLanguage()
  const explain = useRefusalText(refusals)
  const live = useLive(payments.toRemind, { paymentIds })
  const { run: undo, pending: undoing } = useCommand(payments.undoReminders)
  const [asking, setAsking] = useState(false)
  const [[batch = null], press] = usePressed('reminded')
  const { payers, owed, left } = live.state === 'ready' ? live.answer : { payers: 0, owed: 0, left: [] }

  async function takeBack(id: string) {
    const outcome = await undo({ batch: id })
    if (outcome?.ok) toast.success(outcome.value.withdrawn > 0 ? t.undone : t.tooLate)
    else if (outcome) toast.problem(explain(outcome))
    press([])
  }

  if (payers + left.length === 0 && batch === null) return null
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      {payers > 0 && (
        <>
          <Button size="small" onPress={() => setAsking(true)}>
            {t.remind(payers)}
          </Button>
          <span className="text-sm text-muted tabular-nums">{t.owed(euros(owed))}</span>
        </>
      )}
      {payers === 0 && left.length > 0 && <span className="text-sm text-muted">{nobodyInWords(left, language)}</span>}
      {batch !== null && (
        <Button size="small" variant="quiet" pending={undoing} onPress={() => void takeBack(batch)}>
          {t.undo}
        </Button>
      )}
      {asking && (
        <ConfirmCommand
          command={payments.remindPayers}
          input={{ paymentIds }}
          title={t.remind(payers)}
          question={t.question(euros(owed))}
          confirmLabel={t.remind(payers)}
          pendingLabel={t.reminding}
          explain={(refusal) => joined(t.failed, explain(refusal))}
          onDone={({ reminded, batch: id }) => {
            toast.success(t.reminded(reminded))
            press([id])
          }}
          onClose={() => setAsking(false)}
        >
          {left.length > 0 && (
            <>
              <p className="font-semibold">{t.leftOut}</p>
              <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
                {left.map(({ name, why }, index) => (
                  <li key={index}>
                    {name} <span className="text-muted">{t.why[why]}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </ConfirmCommand>
      )}
    </span>
  )
}
