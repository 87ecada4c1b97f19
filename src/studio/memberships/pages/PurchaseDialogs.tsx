import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { dateIn } from '#kernel/time.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../calls.ts'
import type { DeskPurchase } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deleteFailures, deskTexts, purchaseFailures } from '../messages/desk.ts'
import { checkPurchase, placesPaidFor, whatDeleteDoes } from '../rules.ts'
import { LONGEST_WHY } from '../rules/book.ts'

interface TypedPurchase {
  classesUsed: number | null
  classLimit: number | null
  validUntil: string
  status: 'active' | 'cancelled'
  reason: string
}

/**
 * Corrects a purchase; the form starts with the values at the time the dialog was opened, `saved` is the current
 * state.
 */
export function PurchaseDialog(props: { purchase: DeskPurchase; saved: DeskPurchase; onClose: () => void }) {
  const { purchase, saved, onClose } = props
  const nameOf = useNameOf()
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { timeZone } = useStudio()
  const { run, pending } = useCommand(memberships.updatePurchase)
  // missing numbers get a value that the rule refuses as too small
  const filled = ({ classesUsed, classLimit, validUntil, status }: TypedPurchase) => ({
    classesUsed: classesUsed ?? -1,
    classLimit: classLimit ?? 0,
    validUntil,
    status,
  })
  const asTyped = ({ classesUsed, classLimit, validUntil, status }: DeskPurchase): TypedPurchase => ({
    classesUsed,
    classLimit,
    validUntil: dateIn(timeZone, validUntil),
    status,
    reason: '',
  })
  const form = useForm({
    start: asTyped(purchase),
    saved: asTyped(saved),
    check: (typed) => ({
      ...checkPurchase(filled(typed), dateIn(timeZone, purchase.validFrom)),
      ...(typed.reason.trim().length > LONGEST_WHY && { reason: 'reasonTooLong' }),
    }),
    send: (typed, before) =>
      run({ purchaseId: purchase.id, ...filled(typed), reason: typed.reason, before: filled(before) }),
    explain: useRefusalText(purchaseFailures, refusals),
    onDone: () => {
      toast.success(t.updated)
      onClose()
    },
  })
  const cancelling = saved.status === 'active' && form.fields.status === 'cancelled'
  const forNothing =
    saved.status === 'cancelled' && form.fields.status === 'active' && saved.paymentStatus === 'cancelled'
  return (
    <FormDialog
      about={purchase.id}
      {...{ form, pending, onClose }}
      title={t.editPurchaseTitle}
      description={`${nameOf(purchase)}, ${purchase.membershipName}. ${t.paysFor(placesPaidFor(saved))}`}
      submit={word.save}
      submitting={t.saving}
    >
      <FieldRow>
        <NumberField label={t.classesUsed} required min={0} {...form.field('classesUsed')} />
        <NumberField label={t.classLimit} required min={1} {...form.field('classLimit')} />
      </FieldRow>
      <FieldRow>
        <DateField label={t.validUntil} required {...form.field('validUntil')} />
        <SelectField
          label={t.status}
          required
          options={(['active', 'cancelled'] as const).map((value) => ({ value, label: t.statuses[value] }))}
          {...form.field('status')}
        />
      </FieldRow>
      <TextField label={t.why} description={t.whyHint} {...form.field('reason')} />
      {cancelling && <Alert kind="warning">{cancelText(saved, t.cancelHint)}</Alert>}
      {forNothing && <Alert kind="warning">{t.activeForNothing}</Alert>}
    </FormDialog>
  )
}

type CancelHints = Record<'due' | 'partlyPaid' | 'paid' | 'none', string>

/** What cancelling a pass means for its payment and its places. */
function cancelText({ paymentStatus }: DeskPurchase, hint: CancelHints): string {
  if (paymentStatus === null || paymentStatus === 'cancelled') return hint.none
  const ofPayment = paymentStatus === 'due' || paymentStatus === 'partlyPaid' ? hint[paymentStatus] : hint.paid
  return `${ofPayment} ${hint.none}`
}

/** Deletes a purchase on which nothing depends; says beforehand if it will only be cancelled. */
export function DeletePurchaseDialog(props: { purchase: DeskPurchase; onClose: () => void }) {
  const nameOf = useNameOf()
  const { purchase } = props
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const does = whatDeleteDoes(purchase, purchase.paymentStatus)
  const hints = {
    removes: t.deleteRemoves,
    cancels: `${t.deleteCancels} ${cancelText(purchase, t.cancelHint)}`,
    nothing: t.deleteNothing,
  }
  return (
    <ConfirmCommand
      command={memberships.deletePurchase}
      input={{ purchaseId: purchase.id }}
      title={t.deletePurchaseTitle}
      question={t.deletePurchaseQuestion}
      confirmLabel={word.delete}
      pendingLabel={t.deleting}
      whyDisabled={does === 'nothing' ? t.deleteNothing : undefined}
      explain={useRefusalText(deleteFailures, refusals)}
      onDone={({ removed }) => (removed ? toast.success(t.deleted) : toast.success(t.cancelledInstead))}
      onClose={props.onClose}
      danger
    >
      <Facts
        facts={[
          { name: t.userName, value: nameOf(purchase) },
          { name: t.membershipName, value: purchase.membershipName },
        ]}
      />
      <Alert kind={does === 'removes' ? 'info' : 'warning'}>{hints[does]}</Alert>
    </ConfirmCommand>
  )
}
