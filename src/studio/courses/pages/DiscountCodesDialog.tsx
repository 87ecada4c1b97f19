import { useState } from 'react'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { FormProblem } from '#web/FormProblem.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/Form.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { courses } from '../calls.ts'
import type { DeskCourse } from '../contract.ts'
import { refusals } from '../messages.ts'
import { codeFailures, deskTexts } from '../messages/desk.ts'
import { checkDiscountCode, normalCode } from '../rules.ts'

/** Adds and removes the discount codes of a course, each with who may use it. */
export function DiscountCodesDialog(props: { course: DeskCourse; onClose: () => void }) {
  const { course, onClose } = props
  const t = useTexts(deskTexts)
  const input = { courseId: course.id }
  const word = useTexts(words)
  const explain = useRefusalText(codeFailures, refusals)
  const whyNot = useMay('manageCourses') ? undefined : word.adminOnly
  const [removing, setRemoving] = useState<string | null>(null)
  return (
    <Dialog open onClose={onClose} title={t.codesOf(course.name)}>
      <div className="flex flex-col gap-6">
        <LiveAnswer query={courses.discountCodes} input={input} count={2}>
          {(codes) =>
            codes.length === 0 ? (
              <EmptyState text={t.noCodes} small />
            ) : (
              <ul aria-label={t.codes} className="flex flex-col divide-y divide-line">
                {codes.map(({ code, amount, audience }) => (
                  <li key={code} aria-label={code} className="flex flex-wrap items-center justify-between gap-3 py-2">
                    <span className="min-w-0">
                      <strong className="break-all">{code}</strong> {t.takesOff(amount)}
                      <span className="block text-sm text-muted">{t.audiences[audience]}</span>
                    </span>
                    <Button size="small" variant="danger" onPress={() => setRemoving(code)} whyDisabled={whyNot}>
                      {t.remove}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </LiveAnswer>
        <AddCode courseId={course.id} whyNot={whyNot} />
      </div>
      {removing !== null && (
        <ConfirmCommand
          command={courses.removeDiscountCode}
          input={{ courseId: course.id, code: removing }}
          title={t.removeTitle}
          question={t.removeQuestion(removing)}
          confirmLabel={t.remove}
          explain={explain}
          onDone={() => toast.success(t.codeRemoved(removing))}
          onClose={() => setRemoving(null)}
          danger
        />
      )}
    </Dialog>
  )
}

interface TypedCode {
  code: string
  amount: number | null
  audience: 'members' | 'others'
}

function AddCode(props: { courseId: string; whyNot: string | undefined }) {
  const t = useTexts(deskTexts)
  const { run, pending } = useCommand(courses.addDiscountCode)
  const filled = ({ amount, ...typed }: TypedCode) => ({ ...typed, amount: amount ?? 0, courseId: props.courseId })
  const form = useForm<TypedCode>({
    start: { code: '', amount: null, audience: 'others' },
    check: (typed) => checkDiscountCode(filled(typed)),
    send: (typed) => run(filled(typed)),
    explain: useRefusalText(codeFailures, refusals),
    onDone: ({ reset }) => {
      toast.success(t.codeAdded(normalCode(form.fields.code)))
      reset()
    },
  })
  return (
    <Form about={props.courseId} {...form.props} pending={pending}>
      <FieldRow>
        <TextField label={t.code} required {...form.field('code')} />
        <MoneyField label={t.amount} description={t.amountHint} required {...form.field('amount')} />
      </FieldRow>
      <SelectField
        label={t.audience}
        description={t.audienceHint}
        required
        options={(['others', 'members'] as const).map((value) => ({ value, label: t.audiences[value] }))}
        {...form.field('audience')}
      />
      <FormProblem form={form} />
      <FormActions>
        <Button type="submit" variant="primary" pending={pending} whyDisabled={props.whyNot}>
          {t.addCode}
        </Button>
      </FormActions>
    </Form>
  )
}
