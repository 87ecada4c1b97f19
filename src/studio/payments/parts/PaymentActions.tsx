import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useTexts } from '#web/language.tsx'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import type { DeskPayment } from '../contract.ts'
import { deskTexts } from '../messages/desk.ts'
import { canMove, staffAction } from '../rules.ts'

/** The buttons of a payment: what this member of staff may not do is there with the reason. */
export function PaymentActions(props: {
  payment: DeskPayment
  opened: boolean
  onHistory: () => void
  onConfirm: () => void
  onDelete: () => void
}) {
  const { payment, opened } = props
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  const { adminOnly } = useTexts(words)
  const { kind } = useMe()
  const mayDelete = useMay('deletePayments')
  const action = staffAction(kind, payment.status)
  const label = action === 'markAsPaidByTeacher' ? t.mark : t.confirm
  const named = (what: string) => t.actionOn(what, `${nameOf(payment)}, ${payment.description}`)
  return (
    <>
      {canMove(payment.status, 'confirm') && (
        <Button
          size="small"
          variant="primary"
          aria-label={named(label)}
          whyDisabled={action ? undefined : adminOnly}
          onPress={props.onConfirm}
        >
          {label}
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        aria-label={named(t.history)}
        aria-expanded={opened}
        onPress={props.onHistory}
      >
        {t.history}
      </Button>
      {canMove(payment.status, 'cancel') && (
        <Button
          size="small"
          variant="danger"
          aria-label={named(t.delete)}
          whyDisabled={mayDelete ? undefined : adminOnly}
          onPress={props.onDelete}
        >
          {t.delete}
        </Button>
      )}
    </>
  )
}
