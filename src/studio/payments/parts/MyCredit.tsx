import { useTexts } from '#web/language.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { payments } from '../calls.ts'
import { texts } from '../messages.ts'
import { SpendCredit } from './SpendCredit.tsx'
import { useCredit } from './useCredit.ts'

/** The user's credit, with the button that pays from it. */
export function MyCredit() {
  const t = useTexts(texts)
  const { credit, due, pending, spend, asked } = useCredit((used) => toast.success(t.creditUsed(used)))
  if (credit === 0) return null
  return (
    <>
      <Alert
        kind="info"
        title={t.creditLeft(credit)}
        action={
          due > 0 && (
            <Button size="small" pending={pending} onPress={spend}>
              {t.useCredit}
            </Button>
          )
        }
      >
        {due > 0 ? t.creditHint : t.creditNothingDue}
      </Alert>
      {asked && <SpendCredit command={payments.spendCredit} input={{}} {...asked} />}
    </>
  )
}
