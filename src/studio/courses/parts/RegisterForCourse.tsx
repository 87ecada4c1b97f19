import { useState } from 'react'
import type { UserDetails } from '#studio/accounts/contract.ts'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { hasGroupPrice } from '#studio/accounts/rules.ts'
import { methodOf, SaleFields, type Sale } from '#studio/payments/parts/SaleFields.tsx'
import { useSettleNow } from '#studio/payments/parts/useSettleNow.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio, useToday } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import { courses } from '../calls.ts'
import type { ListedCourse } from '../contract.ts'
import { refusals } from '../messages.ts'
import { ofUserTexts, registerFailures } from '../messages/ofUser.ts'
import { cannotJoin, coursePrice } from '../rules.ts'

type Person = Pick<UserDetails, 'id' | 'displayName' | 'familyName' | 'membershipCategory'>

/** Lets staff register a user, such as one who phones; shown while any course can be joined. */
export function RegisterForCourse({ user }: { user: Person }) {
  const t = useTexts(ofUserTexts)
  const today = useToday()
  const live = useLive(courses.available, {})
  const [open, setOpen] = useState(false)
  const joinable = live.state === 'ready' ? live.answer.filter((course) => cannotJoin(course, today) === null) : []
  if (!useMay('registerOthers') || (joinable.length === 0 && !open)) return null
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t.register}</Button>
      {open && <RegisterDialog user={user} joinable={joinable} onClose={() => setOpen(false)} />}
    </>
  )
}

function RegisterDialog(props: { user: Person; joinable: readonly ListedCourse[]; onClose: () => void }) {
  const { user, joinable, onClose } = props
  const t = useTexts(ofUserTexts)
  const { date, dateOfYear } = useFormats()
  const nameOf = useNameOf()
  const studio = useStudio()
  const settleNow = useSettleNow()
  const { run, pending } = useCommand(courses.registerOther)
  const isGroupMember = hasGroupPrice(studio.membershipCategories, user.membershipCategory)
  const form = useForm<Sale & { readonly courseId: string }>({
    start: { courseId: '', coverMember: isGroupMember, paymentMethod: 'cash' },
    check: ({ courseId }) => ({ courseId: courseId === '' ? 'chooseCourse' : undefined }),
    send: async (wish) => {
      const paymentMethod = methodOf(wish, studio)
      const outcome = await run({ userId: user.id, ...wish, paymentMethod })
      if (outcome?.ok) toast.success(t.done(outcome.value.price), settleNow(outcome.value, paymentMethod))
      return outcome
    },
    explain: useRefusalText(registerFailures, refusals),
    onDone: onClose,
  })
  const { courseId } = form.fields
  const chosen = joinable.find(({ id }) => id === courseId)
  return (
    <FormDialog about={user.id} {...{ form, pending, onClose }} title={t.registerFor(nameOf(user))} submit={t.register}>
      <SelectField
        label={t.course}
        required
        placeholder={t.choose}
        options={joinable.map(({ id, name, startDate, endDate }) => ({
          value: id,
          label: `${name} · ${date(startDate)} – ${dateOfYear(endDate)}`,
        }))}
        {...form.field('courseId')}
      />
      <SaleFields form={form} buyer={user} price={chosen ? coursePrice(chosen) : null} />
    </FormDialog>
  )
}
