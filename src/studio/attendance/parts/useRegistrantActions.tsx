import { useState, type ReactNode } from 'react'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { ConfirmPaymentDialog, type PaymentToConfirm } from '#studio/payments/parts/ConfirmPaymentDialog.tsx'
import { itemText } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import { texts } from '../messages.ts'
import { AbsentDialog } from './AbsentDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { paymentOf, type ClassRow, type RegistrantRow } from './registrants.ts'

export interface RegistrantActions {
  settle(entry: ClassRow, row: RegistrantRow): void
  remove(entry: ClassRow, row: RegistrantRow): void
  /** Whether this screen removed the registration, which is still listed. */
  isRemoved(entry: ClassRow, row: RegistrantRow): boolean
}

const placeOf = (entry: ClassRow, row: RegistrantRow) => `${entry.id} ${row.userId}`

/**
 * Actions on a registrant, and their dialogs. The page renders the dialogs outside the lists: rows move, and turning a
 * phone replaces the list by a table, which would close a dialog with a half-typed amount.
 */
export function useRegistrantActions(): { actions: RegistrantActions; dialogs: ReactNode } {
  const t = useTexts(texts)
  const pay = useTexts(paymentTexts)
  const { dayOfYear } = useFormats()
  const [settling, setSettling] = useState<PaymentToConfirm | null>(null)
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const [removing, setRemoving] = useState<{ entry: ClassRow; row: RegistrantRow } | null>(null)
  return {
    actions: {
      settle: ({ className, startsAt }, row) => {
        const payment = paymentOf(row)
        if (!payment) return
        setSettling({
          payment,
          item: row.membershipName ?? itemText({ description: className, startsAt }, dayOfYear),
          userName: row.name,
          email: row.email,
          method: `${row.membershipName ?? t.methods[row.method]}, ${pay.methods[payment.paymentMethod]}`,
        })
      },
      remove: (entry, row) => setRemoving({ entry, row }),
      isRemoved: (entry, row) => removed.has(placeOf(entry, row)),
    },
    dialogs: (
      <>
        {settling && <ConfirmPaymentDialog {...settling} onClose={() => setSettling(null)} />}
        {removing?.row.method === 'included' && <AbsentDialog {...removing} onClose={() => setRemoving(null)} />}
        {removing && removing.row.method !== 'included' && (
          <RemoveDialog
            {...removing}
            onRemoved={() => setRemoved(new Set([...removed, placeOf(removing.entry, removing.row)]))}
            onClose={() => setRemoving(null)}
          />
        )}
      </>
    ),
  }
}
