import { anyGroupPrice, hasGroupPrice } from '#studio/accounts/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import type { FormState } from '#web/useForm.ts'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { Price } from '#web/ui/Price.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { texts } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { offeredMethods, priceFor, type PaymentMethod, type Price as PriceOf } from '../rules.ts'
import { useSiblings } from './useSiblings.ts'

/** How staff record the payment of a sale. */
export interface Sale {
  readonly coverMember: boolean
  readonly paymentMethod: PaymentMethod
}

/** The chosen payment method, or the first one offered. */
export const methodOf = ({ coverMember, paymentMethod }: Sale, studio: Parameters<typeof offeredMethods>[1]) => {
  const offered = offeredMethods(coverMember, studio)
  return offered.includes(paymentMethod) ? paymentMethod : (offered[0] ?? 'cash')
}

/** Fields for the group price, the payment method and the resulting amount. */
export function SaleFields<Fields extends Sale>(props: {
  form: FormState<Fields>
  buyer: { readonly id: string; readonly membershipCategory: string | null }
  /** Null while no item is chosen. */
  price: PriceOf | null
}) {
  const { form, buyer, price } = props
  const t = useTexts(deskTexts).sale
  const { methods, siblingDiscount } = useTexts(texts)
  const studio = useStudio()
  const { coverMember } = form.fields
  const reckon = useSiblings([buyer.id], buyer.id)
  const toPay = price && reckon({ full: priceFor(price, coverMember), code: null })
  const set = (change: Partial<Sale>) => form.set(change as Partial<Fields>)
  return (
    <>
      {anyGroupPrice(studio.membershipCategories) && (
        <div>
          <CheckboxField label={t.cover} checked={coverMember} onChange={(coverMember) => set({ coverMember })} />
          {coverMember && !hasGroupPrice(studio.membershipCategories, buyer.membershipCategory) && (
            <p className="text-sm text-warn">{t.notCover}</p>
          )}
        </div>
      )}
      <SelectField
        label={t.method}
        name="paymentMethod"
        required
        options={offeredMethods(coverMember, studio).map((value) => ({ value, label: methods[value] }))}
        value={methodOf(form.fields, studio)}
        onChange={(paymentMethod) => set({ paymentMethod })}
      />
      <p aria-live="polite" className="flex items-center justify-between font-semibold">
        {t.price}
        <span className="font-display text-xl font-bold">{toPay ? <Price cents={toPay.cents} /> : '–'}</span>
      </p>
      {toPay && toPay.siblings > 0 && (
        <p aria-live="polite" className="flex justify-between gap-4 text-good">
          {siblingDiscount(studio.siblingPercent)}
          <span className="tabular-nums">
            <Price cents={-toPay.siblings} />
          </span>
        </p>
      )}
    </>
  )
}
