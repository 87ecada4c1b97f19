import { itemText } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useFormats } from '#web/studio.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { Price } from '#web/ui/Price.tsx'
import { texts } from '../messages.ts'
import type { Open, Payer } from './ticked.ts'

/** The open payments of one payer as checkboxes, and one for crediting the rest to this payer. */
export function PayerPayments(props: {
  payer: Payer
  isChosen: (paymentId: string) => boolean
  partOf: (paymentId: string) => string | undefined
  /** The payment that Enter chooses. */
  enterChooses: string | undefined
  onChoose: (payment: Open, on: boolean) => void
  rest: { theirs: boolean; follows: boolean; onChange: (on: boolean) => void } | null
}) {
  const { payer, isChosen, rest } = props
  const t = useTexts(texts)
  const { day } = useFormats()
  const hintOf = ({ paymentId, markedByTeacher }: Open) =>
    markedByTeacher
      ? t.markedByTeacher
      : isChosen(paymentId)
        ? props.partOf(paymentId)
        : paymentId === props.enterChooses && <span className="max-sm:hidden">{t.enterChooses}</span>
  return (
    <li>
      <p className="font-semibold">{payer.name}</p>
      {payer.payments.length === 0 && <p className="text-sm text-muted">{t.nothingOpen}</p>}
      {payer.payments.map((payment) => (
        <CheckboxField
          key={payment.paymentId}
          wide
          label={
            <>
              <span className="sr-only">{t.pays(itemText(payment, day), payment.person, payment.cents)}</span>
              <span aria-hidden="true" className="flex min-w-0 grow justify-between gap-3">
                {/* the heading already names a person who pays for themselves */}
                <span className="min-w-0">
                  {[itemText(payment, day), ...(payment.userId === payer.userId ? [] : [payment.person])].join(', ')}
                </span>
                <Price cents={payment.cents} />
              </span>
            </>
          }
          checked={isChosen(payment.paymentId)}
          disabled={payment.markedByTeacher && !isChosen(payment.paymentId)}
          description={hintOf(payment)}
          onChange={(on) => props.onChoose(payment, on)}
        />
      ))}
      {rest?.theirs && rest.follows && <p className="py-2 text-sm text-muted">{t.restFollows}</p>}
      {rest && !(rest.theirs && rest.follows) && (
        <CheckboxField
          label={
            <>
              <span className="sr-only">{t.restAsCreditOf(payer.name)}</span>
              <span aria-hidden="true">{t.restAsCredit}</span>
            </>
          }
          checked={rest.theirs}
          onChange={rest.onChange}
        />
      )}
    </li>
  )
}
