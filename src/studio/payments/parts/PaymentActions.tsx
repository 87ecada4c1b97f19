import { use, useState } from 'react'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { useTexts } from '#web/language.tsx'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { RowActions, ShortRow } from '#web/ui/RowActions.tsx'
import type { DeskPayment } from '../contract.ts'
import { LetGoDialog } from './LetGoDialog.tsx'
import { NotReceivedDialog } from './NotReceivedDialog.tsx'
import { deskTexts } from '../messages/desk.ts'
import { canMove, staffAction } from '../rules.ts'
import { PaymentMore } from './paymentMore.ts'

/** The actions for a payment; those that this user may not take are disabled with the reason. */
export function PaymentActions(props: {
  payment: DeskPayment
  opened: boolean
  onHistory: () => void
  onConfirm: () => void
  onDelete: () => void
}) {
  const { payment } = props
  const more = use(PaymentMore)
  // in a short row it is in the second line, with the sums at the edge
  const inShortRow = use(ShortRow)
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  const { adminOnly } = useTexts(words)
  const { kind } = useMe()
  const mayDelete = useMay('deletePayments')
  const mayConfirm = useMay('confirmPayments')
  const action = staffAction(kind, payment.status)
  const settle = {
    label: action === 'markAsPaidByTeacher' ? t.mark : t.confirm,
    whyNot: action ? undefined : adminOnly,
    onPress: props.onConfirm,
  }
  const [lettingGo, setLettingGo] = useState(false)
  const doWithout = {
    label: t.letGo,
    whyNot: mayConfirm ? undefined : adminOnly,
    onPress: () => setLettingGo(true),
  }
  const [missing, setMissing] = useState(false)
  const notReceived = {
    label: t.notReceived,
    whyNot: mayConfirm ? undefined : adminOnly,
    onPress: () => setMissing(true),
  }
  const history = { label: t.history, expanded: props.opened, onPress: props.onHistory }
  const remove = {
    label: t.delete,
    whyNot: mayDelete ? undefined : adminOnly,
    destroys: true,
    onPress: props.onDelete,
  }
  return (
    <>
      {!inShortRow && more(payment)}
      <RowActions
        name={`${nameOf(payment)}, ${payment.description}`}
        actions={[
          ...(canMove(payment.status, 'confirm') ? [settle] : []),
          ...(canMove(payment.status, 'notReceived') ? [notReceived] : []),
          ...(canMove(payment.status, 'letGo') ? [doWithout] : []),
          history,
          ...(canMove(payment.status, 'cancel') ? [remove] : []),
        ]}
      />
      {missing && <NotReceivedDialog payment={payment} onClose={() => setMissing(false)} />}
      {lettingGo && <LetGoDialog payment={payment} onClose={() => setLettingGo(false)} />}
    </>
  )
}
