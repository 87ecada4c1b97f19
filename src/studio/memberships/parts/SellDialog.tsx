import { useState } from 'react'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { offeredMethods, priceFor, type PaymentMethod } from '#studio/payments/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions, type FieldErrors } from '#web/ui/Form.tsx'
import { Price } from '#web/ui/Price.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import { memberships } from '../calls.ts'
import { refusals } from '../messages.ts'
import { ofUserTexts, sellFailures } from '../messages/ofUser.ts'
import { membershipPrice } from '../rules.ts'
import { listed } from './catalogue.ts'

export interface Buyer {
  readonly id: string
  readonly displayName: string
  readonly familyName: string
  readonly membershipCategory: string | null
  readonly active: boolean
}

/** Staff choose a membership for a user, and how it will be paid: a due payment, as if the user had bought it. */
export function SellDialog(props: { title: string; user: Buyer; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title}>
      <Sale user={props.user} onClose={props.onClose} />
    </Dialog>
  )
}

function Sale({ user, onClose }: { user: Buyer; onClose: () => void }) {
  const live = useLive(memberships.catalogue, {})
  const [membershipId, setMembershipId] = useState('')
  const [coverMember, setCoverMember] = useState(user.membershipCategory === 'Cover')
  const [chosenMethod, setMethod] = useState<PaymentMethod>('cash')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const { run, pending } = useCommand(memberships.sellTo)
  const explain = useRefusalText(sellFailures, refusals)
  const t = useTexts(ofUserTexts)
  const { methods } = useTexts(paymentTexts)
  const { bankAccount } = useStudio()
  const { cancel } = useTexts(words)

  const items = live.state === 'ready' ? listed(live.answer, undefined) : []
  const chosen = items.find(({ id }) => id === membershipId)
  const price = chosen && membershipPrice(chosen)
  const offered = offeredMethods(coverMember, bankAccount !== null)
  const paymentMethod = offered.includes(chosenMethod) ? chosenMethod : 'cash'

  async function sell() {
    setProblem(null)
    if (!chosen) return setErrors({ membership: t.chooseFirst })
    const outcome = await run({ userId: user.id, membershipId, coverMember, paymentMethod })
    if (outcome === null) return
    if (!outcome.ok) return setProblem(explain(outcome))
    toast.success(t.sold(outcome.value.price))
    onClose()
  }

  return (
    <Form onSubmit={() => void sell()} errors={errors} pending={pending}>
      <SelectField
        label={t.membership}
        name="membership"
        required
        placeholder={t.choose}
        value={membershipId}
        options={items.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setMembershipId}
      />
      <div>
        <CheckboxField label={t.cover} checked={coverMember} onChange={setCoverMember} />
        {coverMember && user.membershipCategory !== 'Cover' && <p className="text-sm text-warn">{t.notCover}</p>}
      </div>
      <SelectField
        label={t.method}
        name="method"
        required
        value={paymentMethod}
        options={offered.map((value) => ({ value, label: methods[value] }))}
        onChange={setMethod}
      />
      <p aria-live="polite" className="flex items-center justify-between font-semibold">
        {t.price}
        <span className="font-display text-xl font-bold">
          {price ? <Price cents={priceFor(price, coverMember)} /> : '–'}
        </span>
      </p>
      {problem && <Alert kind="problem">{problem}</Alert>}
      <FormActions>
        <Button type="submit" variant="primary" pending={pending}>
          {t.sell}
        </Button>
        <Button variant="quiet" onPress={onClose} disabled={pending}>
          {cancel}
        </Button>
      </FormActions>
    </Form>
  )
}
