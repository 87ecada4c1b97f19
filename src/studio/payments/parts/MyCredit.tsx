import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import { creditRefusals, texts } from '../messages.ts'
import { isDue } from '../rules.ts'

/** What the reader has paid beyond what was due: it pays for something by a press alone. */
export function MyCredit() {
  const t = useTexts(texts)
  const explain = useRefusalText(creditRefusals)
  const live = useLive(payments.myCredit, {})
  const own = useLive(payments.mine, {})
  const { run, pending } = useCommand(payments.spendCredit)
  const credit = live.state === 'ready' ? live.answer.credit : 0
  if (credit === 0) return null
  const due = own.state === 'ready' && own.answer.some(isDue)

  async function use() {
    const outcome = await run({})
    if (outcome?.ok) toast.success(t.creditUsed(outcome.value.used))
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <Alert
      kind="info"
      title={t.creditLeft(credit)}
      action={
        due && (
          <Button size="small" pending={pending} onPress={() => void use()}>
            {t.useCredit}
          </Button>
        )
      }
    >
      {due ? t.creditHint : t.creditNothingDue}
    </Alert>
  )
}
