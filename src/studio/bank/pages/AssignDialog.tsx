import { useState } from 'react'
import { euros } from '#kernel/money.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Card.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormActions } from '#web/ui/Form.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { bank } from '../calls.ts'
import type { ShownLine } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { sumOf } from './sumOf.ts'

interface Chosen {
  readonly payerId: string
  /** In the order in which they were chosen, with what is open of each. */
  readonly payments: ReadonlyMap<string, number>
}

/** Says whose a line is: payments of one payer, as far as the money reaches; what is beyond them is credit. */
export function AssignDialog({ line, onClose }: { line: ShownLine; onClose: () => void }) {
  const t = useTexts(texts)
  const word = useTexts(words)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(bank.assign)
  const [search, setSearch] = useState(line.name ?? '')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  let left = line.cents
  const shares = [...(chosen?.payments ?? [])].flatMap(([paymentId, open]) => {
    const cents = Math.min(left, open)
    left -= cents
    return cents > 0 ? { paymentId, cents } : []
  })

  function choose(payerId: string, paymentId: string, cents: number, on: boolean) {
    const before = chosen?.payerId === payerId ? [...chosen.payments] : []
    const payments = new Map(on ? [...before, [paymentId, cents]] : before.filter(([id]) => id !== paymentId))
    setChosen(payments.size > 0 ? { payerId, payments } : null)
  }

  async function assign() {
    if (!chosen) return
    setProblem(null)
    const outcome = await run({ lineId: line.id, payerId: chosen.payerId, shares })
    if (outcome?.ok) {
      toast.success(t.assigned)
      onClose()
    } else if (outcome) setProblem(explain(outcome))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t.assignTitle}
      description={t.line(line.name ?? t.noName, sumOf(line))}
      pending={pending}
    >
      <Stack>
        {line.text && <p className="text-sm text-muted">{line.text}</p>}
        <SearchField label={t.findPerson} value={search} onChange={setSearch} />
        <LiveAnswer query={bank.openPayments} input={{ search: search.slice(0, 100) }} steady count={2}>
          {(payers) =>
            payers.length === 0 ? (
              <EmptyState text={t.nobodyOpen} small />
            ) : (
              <ul className="flex max-h-80 flex-col gap-3 overflow-y-auto">
                {payers.map(({ payerId, name, payments }) => (
                  <li key={payerId}>
                    <p className="font-semibold">{name}</p>
                    {payments.map(({ paymentId, description, person, cents }) => (
                      <CheckboxField
                        key={paymentId}
                        label={t.pays(description, person, cents)}
                        checked={chosen?.payments.has(paymentId) ?? false}
                        onChange={(on) => choose(payerId, paymentId, cents, on)}
                      />
                    ))}
                  </li>
                ))}
              </ul>
            )
          }
        </LiveAnswer>
        {chosen && left > 0 && <p className="text-sm">{t.toCredit(left)}</p>}
        {problem && <Alert kind="problem">{problem}</Alert>}
        <FormActions>
          <Button variant="primary" pending={pending} disabled={!chosen} onPress={() => void assign()}>
            {t.assignSum(euros(line.cents - left))}
          </Button>
          <Button variant="quiet" onPress={onClose} disabled={pending}>
            {word.cancel}
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  )
}
