import type { UserDetails } from '#studio/accounts/contract.ts'
import { hasGroupPrice } from '#studio/accounts/rules.ts'
import { priceFor } from '#studio/payments/rules.ts'
import { methodOf, SaleFields, type Sale } from '#studio/payments/parts/SaleFields.tsx'
import { useSettleNow } from '#studio/payments/parts/useSettleNow.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../calls.ts'
import { refusals } from '../messages.ts'
import { ofUserTexts, sellFailures } from '../messages/ofUser.ts'
import { listed, membershipPrice } from '../rules.ts'

export type Buyer = Pick<UserDetails, 'id' | 'displayName' | 'familyName' | 'membershipCategory' | 'active'>

/** Lets staff choose a membership and a payment method for a user; creates a due payment, as a purchase does. */
export function SellDialog({ title, user, onClose }: { title: string; user: Buyer; onClose: () => void }) {
  const live = useLive(memberships.catalogue, {})
  const settleNow = useSettleNow()
  const { run, pending } = useCommand(memberships.sellTo)
  const t = useTexts(ofUserTexts)
  const { euros } = useFormats()
  const studio = useStudio()
  const isGroupMember = hasGroupPrice(studio.membershipCategories, user.membershipCategory)
  const form = useForm<Sale & { readonly membershipId: string }>({
    start: { membershipId: '', coverMember: isGroupMember, paymentMethod: 'cash' },
    check: ({ membershipId }) => ({ membershipId: membershipId === '' ? 'chooseMembership' : undefined }),
    send: async (typed) => {
      const paymentMethod = methodOf(typed, studio)
      const outcome = await run({ userId: user.id, ...typed, paymentMethod })
      if (outcome?.ok) toast.success(t.sold(outcome.value.price), settleNow(outcome.value, paymentMethod))
      return outcome
    },
    explain: useRefusalText(sellFailures, refusals),
    onDone: onClose,
  })
  const { membershipId } = form.fields
  const items = live.state === 'ready' ? listed(live.answer, undefined, studio.classCategories) : []
  const labelOf = (item: (typeof items)[number]) => {
    const price = membershipPrice(item)
    return price ? `${item.name}, ${euros(priceFor(price, form.fields.coverMember))}` : item.name
  }
  const chosen = items.find(({ id }) => id === membershipId)
  return (
    <FormDialog about={user.id} {...{ form, pending, title, onClose }} submit={t.sell}>
      <SelectField
        label={t.membership}
        required
        placeholder={t.choose}
        options={items.map((item) => ({ value: item.id, label: labelOf(item) }))}
        {...form.field('membershipId')}
      />
      <SaleFields form={form} buyer={user} price={chosen ? membershipPrice(chosen) : null} />
    </FormDialog>
  )
}
