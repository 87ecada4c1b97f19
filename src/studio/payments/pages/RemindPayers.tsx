import { useId, useState, type ReactNode } from 'react'
import { useFormats } from '#web/studio.tsx'
import { useCommand } from '#web/commands.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { joined, useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { Price } from '#web/ui/Price.tsx'
import { toast } from '#web/ui/toast.ts'
import { usePressed } from '#web/usePressed.ts'
import { payments } from '../calls.ts'
import { refusals } from '../messages.ts'
import { nobodyInWords, remindTexts } from '../messages/remind.ts'

/**
 * Reminds the payers of these payments, or of all overdue ones, of what they owe. Who gets a letter, and who not and why,
 * is listed before the press. It can be undone for two minutes.
 */
export function RemindPayers({ paymentIds = null }: { paymentIds?: string[] | null }) {
  const may = useMay('confirmPayments')
  return may && <Remind paymentIds={paymentIds} />
}

function Remind({ paymentIds }: { paymentIds: string[] | null }) {
  const t = useTexts(remindTexts)
  const { euros } = useFormats()
  const { language } = useLanguage()
  const explain = useRefusalText(refusals)
  const live = useLive(payments.toRemind, { paymentIds })
  const { run: undo, pending: undoing } = useCommand(payments.undoReminders)
  const [asking, setAsking] = useState(false)
  const [[batch = null], press] = usePressed('reminded')
  const { letters, owed, left } = live.state === 'ready' ? live.answer : { letters: [], owed: 0, left: [] }
  const payers = letters.length

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
          input={{ paymentIds, payerIds: letters.map(({ payerId }) => payerId) }}
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
          <Listed title={t.getLetter(payers)}>
            {letters.map(({ payerId, name, cents }) => (
              <li key={payerId} className="flex justify-between gap-3">
                {name} <Price cents={cents} />
              </li>
            ))}
          </Listed>
          {left.length > 0 && (
            <Listed title={t.leftOut(left.length)}>
              {left.map(({ name, why }, index) => (
                <li key={index}>
                  {name} <span className="text-muted">{t.why[why]}</span>
                </li>
              ))}
            </Listed>
          )}
        </ConfirmCommand>
      )}
    </span>
  )
}

/** A list of any length, which scrolls within the dialog. */
function Listed({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <p id={id} className="font-semibold">
        {title}
      </p>
      {/* the keyboard scrolls it */}
      <ul tabIndex={0} aria-labelledby={id} className="flex max-h-60 flex-col gap-1 overflow-y-auto outline-offset-2">
        {children}
      </ul>
    </div>
  )
}
