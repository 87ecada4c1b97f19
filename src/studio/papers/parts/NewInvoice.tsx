import { useState, type ReactNode } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import type { Done, Refusal } from '#kernel/result.ts'
import { useTexts } from '#web/language.tsx'
import type { Live } from '#web/live/connection.ts'
import { Button } from '#web/ui/Button.tsx'
import type { BuyerForm, papers } from '../contract.ts'
import { texts } from '../messages.ts'
import { InvoiceDialog } from './InvoiceDialog.tsx'

type Invoiceable = AnswerOf<typeof papers.toInvoice>

/** The 'New invoice' button; disabled with the reason if nothing can be invoiced. */
export function NewInvoice(props: {
  live: Live<Invoiceable>
  make: (chosen: {
    paymentIds: string[]
    buyer: BuyerForm
  }) => Promise<Done<{ id: string; number: string }> | Refusal | null>
  pending: boolean
  /** Shown above the form. */
  children?: ReactNode
}) {
  const t = useTexts(texts)
  // a snapshot: the choices stay as they were when the dialog opened
  const [opened, setOpened] = useState<Invoiceable | null>(null)
  const { live } = props
  const none = live.state === 'ready' && live.answer.payments.length === 0
  return (
    <>
      <Button
        size="small"
        whyDisabled={none ? t.nothingToInvoice : undefined}
        disabled={live.state !== 'ready'}
        onPress={() => setOpened(live.state === 'ready' ? live.answer : null)}
      >
        {t.newInvoice}
      </Button>
      {opened && (
        <InvoiceDialog invoiceable={opened} make={props.make} pending={props.pending} onClose={() => setOpened(null)}>
          {props.children}
        </InvoiceDialog>
      )}
    </>
  )
}
