import type { UserDetails } from '#studio/accounts/contract.ts'
import { anyGroupPrice, hasGroupPrice } from '#studio/accounts/rules.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { useSiblings } from '#studio/payments/parts/useSiblings.ts'
import { offeredMethods, priceFor, type PaymentMethod } from '#studio/payments/rules.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { Price } from '#web/ui/Price.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../calls.ts'
import { refusals } from '../messages.ts'
import { ofUserTexts, sellFailures } from '../messages/ofUser.ts'
import { membershipPrice } from '../rules.ts'
import { listed } from './catalogue.ts'

export type Buyer = Pick<UserDetails, 'id' | 'displayName' | 'familyName' | 'membershipCategory' | 'active'>

/** Staff choose a membership for a user, and how it will be paid: a due payment, as if the user had bought it. */
export function SellDialog({ title, user, onClose }: { title: string; user: Buyer; onClose: () => void }) {
  const live = useLive(memberships.catalogue, {})
  const { run, pending } = useCommand(memberships.sellTo)
  const t = useTexts(ofUserTexts)
  const { methods, siblingDiscount } = useTexts(paymentTexts)
  const studio = useStudio()
  const isGroupMember = hasGroupPrice(studio.membershipCategories, user.membershipCategory)
  const form = useForm<Sale>({
    start: { membershipId: '', coverMember: isGroupMember, paymentMethod: 'cash' },
    check: ({ membershipId }) => ({ membershipId: membershipId === '' ? 'chooseMembership' : undefined }),
    send: async (typed) => {
      const outcome = await run({ userId: user.id, ...typed, paymentMethod })
      if (outcome?.ok) toast.success(t.sold(outcome.value.price))
      return outcome
    },
    explain: useRefusalText(sellFailures, refusals),
    onDone: onClose,
  })
  const { membershipId, coverMember } = form.fields
  const items = live.state === 'ready' ? listed(live.answer, undefined, studio.classCategories) : []
  const chosen = items.find(({ id }) => id === membershipId)
  const price = chosen && membershipPrice(chosen)
  const reckon = useSiblings([user.id], user.id)
  const toPay = price && reckon({ full: priceFor(price, coverMember), code: null })
  const offered = offeredMethods(coverMember, studio)
  const paymentMethod = offered.includes(form.fields.paymentMethod) ? form.fields.paymentMethod : (offered[0] ?? 'cash')
  return (
    <FormDialog {...{ form, pending, title, onClose }} submit={t.sell}>
      <SelectField
        label={t.membership}
        required
        placeholder={t.choose}
        options={items.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('membershipId')}
      />
      {anyGroupPrice(studio.membershipCategories) && (
        <div>
          <CheckboxField label={t.cover} checked={coverMember} onChange={(coverMember) => form.set({ coverMember })} />
          {coverMember && !isGroupMember && <p className="text-sm text-warn">{t.notCover}</p>}
        </div>
      )}
      <SelectField
        label={t.method}
        required
        options={offered.map((value) => ({ value, label: methods[value] }))}
        {...form.field('paymentMethod')}
        value={paymentMethod}
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
    </FormDialog>
  )
}

interface Sale {
  readonly membershipId: string
  readonly coverMember: boolean
  readonly paymentMethod: PaymentMethod
}
